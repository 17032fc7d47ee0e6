/**
 * Returns what `work` does, or what `late` makes of it (a value, or a failure that it throws) where that takes longer
 * than `ms`. The work itself goes on: a promise can't be stopped.
 */
export async function inTime<Done, Late>(
  work: Promise<Done>,
  ms: number,
  late: () => Late,
): Promise<Done | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([work, over.then(late)])
  } finally {
    clearTimeout(timer)
  }
}
