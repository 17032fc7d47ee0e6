import { type ReadAt, ScatteredError } from './read-at'

/** Bytes of a file that are replaced: by `bytes`, then by zeros up to `length`. The file's size stays. */
export interface Patch {
  offset: number
  length: number
  bytes?: Uint8Array
}

/** Fills the part of each patch that lies in `chunk`, which begins at `offset` of the file. */
export function applyPatches(patches: readonly Patch[], offset: number, chunk: Uint8Array): void {
  const end = offset + chunk.length
  for (let at = firstAfter(patches, offset); at < patches.length; at++) {
    const patch = patches[at]
    if (!patch || patch.offset >= end) return
    const from = Math.max(patch.offset, offset)
    const to = Math.min(patch.offset + patch.length, end)
    chunk.fill(0, from - offset, to - offset)
    const bytes = patch.bytes?.subarray(from - patch.offset, to - patch.offset)
    if (bytes) chunk.set(bytes, from - offset)
  }
}

/** Returns a transform of a file's chunks that applies the patches to each in place. */
export function patching(patches: readonly Patch[]) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let offset = 0
    for await (const chunk of chunks) {
      applyPatches(patches, offset, chunk)
      offset += chunk.length
      yield chunk
    }
  }
}

/** Returns a reader of the file with the patches applied. */
export function patchedReader(read: ReadAt, patches: readonly Patch[]): ReadAt {
  if (patches.length === 0) return read
  return async (offset, length) => {
    const bytes = (await read(offset, length)).slice()
    applyPatches(patches, offset, bytes)
    return bytes
  }
}

/** A recording of hours with a few extra tracks has some ten thousand; each is held in memory. */
const maxPatches = 100_000

/** Collects the patches of a file, in any order; none may overlap another. Throws ScatteredError when full. */
export class PatchList {
  readonly #patches: Patch[] = []

  add(patch: Patch): void {
    if (patch.length === 0) return
    if (this.#patches.length === maxPatches) throw new ScatteredError('The file takes too many changes.')
    this.#patches.push(patch)
  }

  addAll(patches: Iterable<Patch>): void {
    for (const patch of patches) this.add(patch)
  }

  /** Returns the patches as applyPatches() needs them. */
  inOrder(): Patch[] {
    return this.#patches.sort((one, other) => one.offset - other.offset)
  }
}

/** Returns whether the patch would change the bytes, which begin at `base` of the file. */
export function changes(patch: Patch, bytes: Uint8Array, base = 0): boolean {
  const at = patch.offset - base
  const old = bytes.subarray(at, at + patch.length)
  return old.some((byte, index) => byte !== (patch.bytes?.[index] ?? 0))
}

/**
 * Returns the index of the first patch that ends after `offset`: a file may have a patch for each of its
 * chunks.
 */
function firstAfter(patches: readonly Patch[], offset: number): number {
  let low = 0
  let high = patches.length
  while (low < high) {
    const middle = (low + high) >> 1
    const patch = patches[middle]
    if (patch && patch.offset + patch.length <= offset) low = middle + 1
    else high = middle
  }
  return low
}
