/* A unit without a single site still has its records. */
extern int nothing;
