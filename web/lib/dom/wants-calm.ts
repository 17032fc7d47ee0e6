interface Connection {
  saveData?: boolean
}

const calm = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

/** Someone who asked for less motion or fewer bytes gets no picture that moves by itself. */
export function wantsCalm(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || calm.some((query) => matchMedia(query).matches)
}
