import { isolateState } from '../isolate-state'
import { readAsset } from './read-asset'

const filter = isolateState<Uint8Array | null>(() => null)

/**
 * Returns the Bloom filter of common passwords, read once per isolate. It isn't part of the worker, which would
 * load 21 kB at each start for the few requests that choose a password.
 */
export async function readCommonPasswords(assets: Fetcher): Promise<Uint8Array> {
  filter.value ??= await (await readAsset(assets, '.common-passwords/filter.bin')).bytes()
  return filter.value
}
