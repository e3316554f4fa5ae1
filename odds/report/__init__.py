"""What an answer looks like: tables, JSON, CSV, an explanation, charts. Made from answers; no game's rules here."""
