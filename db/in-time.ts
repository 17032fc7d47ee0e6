/**
 * Returns the result of `work` or, if it takes longer than `ms`, that of `late`, which may also throw. The
 * work itself goes on: a promise can't be stopped.
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
