"""Native engines: C of the same machine, built where a C compiler is, with the face of the Python engine."""
