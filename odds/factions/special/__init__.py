"""The S.P.E.C.I.A.L. Test (Rulebook p. 16-17)."""
