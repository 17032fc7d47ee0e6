import type { CreateVideo } from '#contract/schemas/videos/video'
import { openStored, removeStored } from '#web/studio/files/stored-files'
import type { LadderFile } from '#web/studio/studio'
import { browserSurroundings } from '../engine/browser-surroundings'
import { fingerprintOf } from '../engine/fingerprint'
import { Observed } from '../engine/observed'
import { blobReader } from '../engine/part-reader'
import type { Transport } from '../engine/transport'
import { ResumableUpload, type UploadState } from '../engine/upload'
import { transportFor } from '../engine/xhr-transport'
import type { DerivedFile, JobKeeper } from '../store/job-record'

/** A video's files besides its source, as IDs of finished uploads. */
export type FurtherFiles = Pick<CreateVideo, 'renditions' | 'storyboardFile' | 'previewFile' | 'trailerFile'>

export interface Sending {
  label: string
  upload: UploadState
}

/** A sentence that says why a file can't be sent now. Trying again can help. */
export class SendingFailed extends Error {
  override readonly name = 'SendingFailed'
}

/**
 * Stores the files that the studio derived from the source, sends them one by one, and tracks which of them a
 * video has taken over.
 */
export class DerivedFiles {
  /** The file that is being sent. */
  readonly sending = new Observed<Sending | null>(null)
  readonly #keeper: JobKeeper
  readonly #transport: Transport
  /** Files that could not be stored, by their fingerprint. */
  readonly #inMemory = new Map<string, Blob>()
  #upload: ResumableUpload | null = null

  constructor(keeper: JobKeeper) {
    this.#keeper = keeper
    this.#transport = transportFor(keeper.record.account)
  }

  /** Adds a derived file. A ladder that resumes after a reload adds its earlier files again. */
  async add({ kind, quality, storedName, file, contentType }: LadderFile): Promise<void> {
    const { id, chosen, made } = this.#keeper.record
    if (made.some((each) => each.kind === kind && each.quality === quality)) return
    const name = quality === null ? kind : `${quality}p`
    const fingerprint = await fingerprintOf(chosen, `${name} of ${id}`)
    if (storedName === null) this.#inMemory.set(fingerprint, file)
    const fileName = `${name}.${contentType === 'image/jpeg' ? 'jpg' : 'mp4'}`
    const about = { kind, quality, contentType, fileName, size: file.size, fingerprint, storedName }
    const added: DerivedFile = { ...about, uploadId: null, duration: null, progress: 'waiting' }
    this.#keeper.change({ made: [...this.#keeper.record.made, added] })
  }

  /** Sends one waiting file; returns false when none waits. Throws SendingFailed. */
  async sendNext(): Promise<boolean> {
    const file = this.#keeper.record.made.find(({ progress }) => progress === 'waiting')
    if (!file) return false
    const blob = this.#inMemory.get(file.fingerprint) ?? (await openStored(file.storedName ?? ''))
    if (blob?.size === file.size) await this.#send(file, blob)
    else this.#drop(file)
    return true
  }

  /** Returns the uploaded files that no video has yet; null when there are none. */
  uploaded(): FurtherFiles | null {
    const files = this.#keeper.record.made.filter(({ progress }) => progress === 'uploaded')
    if (files.length === 0) return null
    const idsOf = (kind: DerivedFile['kind']) =>
      files.flatMap((file) => (file.kind === kind && file.uploadId !== null ? [file.uploadId] : []))
    const renditions = idsOf('rendition')
    const [storyboardFile] = idsOf('storyboard')
    const [previewFile] = idsOf('preview')
    return {
      ...(renditions.length > 0 ? { renditions } : {}),
      ...(storyboardFile ? { storyboardFile } : {}),
      ...(previewFile ? { previewFile } : {}),
    }
  }

  /** Called when a video has taken these over. */
  attached({ renditions = [], storyboardFile, previewFile }: FurtherFiles): void {
    const taken: unknown[] = [...renditions, storyboardFile, previewFile]
    for (const file of this.#keeper.record.made) {
      if (file.uploadId !== null && taken.includes(file.uploadId))
        this.#keeper.changeDerived(file, { progress: 'attached' })
    }
  }

  get hasWaiting(): boolean {
    return this.#keeper.record.made.some(({ progress }) => progress === 'waiting')
  }

  /** Stops sending, and removes files that no video has from the server. */
  async cancel(): Promise<void> {
    const finished = this.#keeper.record.made.flatMap(({ progress, uploadId }) =>
      progress === 'uploaded' && uploadId !== null ? [uploadId] : [],
    )
    // The server's sweep removes what can't be removed now.
    await Promise.allSettled([this.#upload?.cancel(), ...finished.map((id) => this.#transport.abandon(id))])
  }

  async #send(file: DerivedFile, blob: Blob): Promise<void> {
    const upload = new ResumableUpload(file, {
      reader: blobReader(blob),
      transport: this.#transport,
      save: ({ uploadId }) => this.#keeper.changeDerived(file, { uploadId }),
      surroundings: browserSurroundings,
      patient: true,
      tireless: true,
    })
    this.#upload = upload
    const show = () => this.sending.set({ label: labelOf(file), upload: upload.getState() })
    const stop = upload.subscribe(show)
    await upload.start()
    stop()
    this.#upload = null
    this.sending.set(null)
    const { phase, error, canRetry } = upload.getState()
    if (phase === 'done') await this.#keepUploaded(file)
    else if (phase === 'failed' && canRetry) throw new SendingFailed(error ?? undefined)
    else if (phase === 'failed') this.#drop(file, error)
  }

  async #keepUploaded(file: DerivedFile): Promise<void> {
    this.#keeper.changeDerived(file, { progress: 'uploaded' })
    this.#inMemory.delete(file.fingerprint)
    if (file.storedName !== null) await removeStored(file.storedName)
  }

  /** Continues without a file that is lost, or that the server refused. */
  #drop(file: DerivedFile, why: string | null = null): void {
    const made = this.#keeper.record.made.filter(({ fingerprint }) => fingerprint !== file.fingerprint)
    const missing = `The ${labelOf(file)} couldn't be added.${why === null ? '' : ` ${why}`}`
    this.#keeper.change({ made, missing: this.#keeper.record.missing ?? missing })
    if (file.storedName !== null) void removeStored(file.storedName)
  }
}

function labelOf({ kind, quality }: Pick<DerivedFile, 'kind' | 'quality'>): string {
  if (quality !== null) return `${quality}p quality`
  return kind === 'storyboard' ? 'seek bar previews' : kind
}
