import { zValidator } from '@hono/zod-validator'
import type { ValidationTargets } from 'hono'
import type { z } from 'zod'
import { AppError } from '../errors'

/**
 * Wraps zValidator, which is used nowhere else: invalid input is refused in our own shape, field by field.
 * The guard exposes its target and schema, from which the fuzz test makes input for every route.
 */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  const guard = zValidator(target, schema, (result) => {
    if (result.success) return
    throw invalidInput(result.error)
  })
  return Object.assign(guard, { reads: { target, schema } })
}

/** Returns the refusal of input that a schema doesn't accept, field by field. */
export function invalidInput({ issues }: z.core.$ZodError): AppError {
  const errors = issues.flatMap((issue) => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        path: [path, key].filter(Boolean).join('.'),
        message: 'Unknown field.',
      }))
    }
    return [{ path, message: issue.message }]
  })
  const [first] = errors
  const detail = first
    ? first.message === 'Unknown field.'
      ? `Unknown field: ${first.path}`
      : first.message
    : ''
  return new AppError('invalid_input', detail || 'The input is not valid.', { errors })
}
