const waiting = new WeakMap<ExecutionContext, Promise<unknown>[]>()

export function createExecutionContext(): ExecutionContext {
  const works: Promise<unknown>[] = []
  const execution = {
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    passThroughOnException: () => undefined,
  } as unknown as ExecutionContext
  waiting.set(execution, works)
  return execution
}

export async function waitOnExecutionContext(execution: ExecutionContext): Promise<void> {
  await Promise.all(waiting.get(execution) ?? [])
}
