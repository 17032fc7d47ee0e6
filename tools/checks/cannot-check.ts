/** Says why nothing could be checked, which is no fault of the code. */
export class CannotCheck extends Error {}
