"""The command line: one module a command. No dice and no formatting here."""
