/** Of a list of places. */
export const maxRegions = 400
/** A country such as `FR`, or a subdivision such as `US-TX`. */
export const regionPattern = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/
