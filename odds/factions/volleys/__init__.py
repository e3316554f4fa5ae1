"""A volley: several attackers on one target, in which order, and who should support instead."""
