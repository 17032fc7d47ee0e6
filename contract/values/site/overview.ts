/** Number up to which the overview counts a queue; beyond that it says `100 or more`. */
export const waitingCountMax = 100
/** Days shown on the overview. */
export const overviewDays = 30
