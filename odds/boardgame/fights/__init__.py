"""One fight with an enemy: kill and damage, jointly."""
