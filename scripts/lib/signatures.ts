import { run } from './process.ts'

/** Says why nothing could be checked, which is no fault of the code. */
export class CannotCheck extends Error {}

/** What npm says of a registry without keys, and of a network from which none can be had. */
const notOffered =
  /npm error code (E403|E405|ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ERR_SOCKET_TIMEOUT)$|installed from a supported registry/m

/** Throws unless the registry has signed each installed package. */
export async function requireSignatures(): Promise<void> {
  try {
    await run('npm', ['audit', 'signatures', '--fetch-retries=0', '--fetch-timeout=20000'])
  } catch (error) {
    throw isNotOffered(String(error))
      ? new CannotCheck("the registry's keys can't be had here, so nothing says who published the packages")
      : error
  }
}

/** Tells whether npm had nothing to compare with. One package that is unsigned, or changed, is a fault. */
export function isNotOffered(output: string): boolean {
  return notOffered.test(output)
}
