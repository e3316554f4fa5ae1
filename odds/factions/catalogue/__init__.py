"""The catalogue: units, weapon sets, weapons, modifications, perks and chems of Fallout: Factions."""
