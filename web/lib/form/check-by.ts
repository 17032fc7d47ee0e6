import type { ZodType } from 'zod'
import type { Faults } from './use-form'

/** Returns a form's check by a schema: the first fault of each field. */
export function checkBy<Values extends object>(schema: ZodType<unknown, Values>) {
  return (values: Values): Faults<Values> => {
    const issues = schema.safeParse(values).error?.issues ?? []
    return Object.fromEntries(
      issues.toReversed().map(({ path, message }) => [path[0], message]),
    ) as Faults<Values>
  }
}
