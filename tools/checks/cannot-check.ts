/** A reason why nothing could be checked, which isn't the code's fault. */
export class CannotCheck extends Error {}
