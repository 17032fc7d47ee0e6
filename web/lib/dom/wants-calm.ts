interface Connection {
  saveData?: boolean
}

const calm = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

/** Returns whether the visitor asked for less motion or less data, so that no picture moves automatically. */
export function wantsCalm(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || calm.some((query) => matchMedia(query).matches)
}
