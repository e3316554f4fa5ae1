"""Sean Wagemans' Fallout PnP: three six-sided dice."""
