import { run } from '../programs/process.ts'
import { CannotCheck } from './cannot-check.ts'

/** npm's messages when it can't reach the keys, when a registry has none, and when it refuses them. */
const notOffered = [
  /npm error code (ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT)$/m,
  /installed from a supported registry/,
  // A refused package says nothing about the keys.
  /^npm error 40[35] .* - GET \S+\/-\/npm\/v1\/keys( |$)/m,
]

/** Throws unless the registry has signed each installed package. */
export async function requireSignatures(): Promise<void> {
  try {
    // `npm run --silent` would silence this command, too.
    await run('npm', [
      'audit',
      'signatures',
      '--loglevel=error',
      '--fetch-retries=0',
      '--fetch-timeout=20000',
    ])
  } catch (error) {
    throw isNotOffered(String(error))
      ? new CannotCheck("the registry's keys can't be had here, so nothing says who published the packages")
      : error
  }
}

/** Tells whether npm had nothing to compare with. A package that is unsigned or changed is always a fault. */
export function isNotOffered(output: string): boolean {
  return notOffered.some((words) => words.test(output))
}
