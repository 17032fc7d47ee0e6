/** An operand that no test can miss, and why. */
export interface Explained {
  file: string
  /** As the report prints it. */
  operand: string
  condition: string
  why: string
}

/** The operands that may survive. One that a test notices, or that is gone, is reported. */
export const explained: readonly Explained[] = []
