type Level = 'info' | 'warn' | 'error'

/** Logs one JSON line with named fields. Never a request, a binding or a body: those hold secrets. */
export function log(
  level: Level,
  event: string,
  fields: Record<string, string | number | boolean | null> = {},
): void {
  const line = JSON.stringify({ level, event, ...fields })
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the log
  console[level](line)
}

/**
 * Returns the loggable part of an unknown failure: drizzle's message carries SQL and bound values, so only
 * its cause is logged.
 */
export function describeError(error: unknown): Record<string, string> {
  if (!(error instanceof Error)) return { error: typeof error }
  const root = error.cause instanceof Error ? error.cause : error
  return { error: root.name, message: root.message.slice(0, 500), stack: framesOf(root).slice(0, 2000) }
}

/** Returns the frames of an error's stack, which `npm run where` maps to the sources. Its message comes before them. */
function framesOf({ stack = '' }: Error): string {
  return /^ +at .*/ms.exec(stack)?.[0] ?? ''
}
