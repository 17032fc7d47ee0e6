import type { VideoLimits } from '../../studio/limits'
import { Refusal, stopped } from '../../studio/refusal'
import { openStored, removeStored } from '../../studio/stored-files'
import { prepareVideo, treatment } from '../../studio/studio'
import { browserSurroundings } from './engine/browser-surroundings'
import { fingerprintOf, type SourceFile } from './engine/fingerprint'
import { blobReader } from './engine/part-reader'
import { localResumeStore, type ResumeRecord, type ResumeStore } from './engine/resume-store'
import { ResumableUpload, type UploadState } from './engine/upload'
import { xhrTransport } from './engine/xhr-transport'

/** The file that is being uploaded, as it will be published. */
export interface LocalVideo {
  file: Blob
  /** Seconds. */
  duration: number
}

export type JobState =
  | { step: 'empty'; error: string | null }
  | { step: 'preparing'; name: string; share: number }
  | { step: 'uploading'; name: string; video: LocalVideo; upload: UploadState }

const nothing: JobState = { step: 'empty', error: null }

/** One video on its way from a chosen file to a finished upload; lives on through reloads under its draft's key. */
export class VideoJob {
  readonly #store: ResumeStore
  readonly #listeners = new Set<() => void>()
  #state: JobState = nothing
  #upload: ResumableUpload | null = null
  #preparing: AbortController | null = null
  /** The end of what was cancelled before. */
  #ending: Promise<unknown> = Promise.resolve()

  constructor(draftKey: string) {
    this.#store = localResumeStore(draftKey)
  }

  readonly getState = (): JobState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Goes on with what a reload interrupted. */
  async restore(): Promise<void> {
    const record = this.#store.load()
    if (!record || this.#state.step !== 'empty') return
    const file = record.storedName === null ? null : await openStored(record.storedName)
    // Restored by somebody else, or overtaken by a choice, while the file was opened.
    if (this.#upload || this.#preparing) return
    if (file && file.size === record.size) return this.#send(record, file)
    this.#set({
      step: 'empty',
      error: `The upload was interrupted. Choose “${record.fileName}” again to go on.`,
    })
  }

  /** Prepares a chosen file and starts to upload it. Takes the place of what was there. */
  async choose(source: Blob & SourceFile, limits: VideoLimits): Promise<void> {
    this.#preparing?.abort(cancelled())
    const controller = new AbortController()
    this.#preparing = controller
    const { signal } = controller
    try {
      const ended = this.#endUpload()
      this.#set({ step: 'preparing', name: source.name, share: 0 })
      await ended
      signal.throwIfAborted()
      await this.#forgetLost(source)
      signal.throwIfAborted()
      const fingerprint = await fingerprintOf(source, treatment)
      const onProgress = (share: number) => {
        if (!signal.aborted) this.#set({ step: 'preparing', name: source.name, share })
      }
      const made = await prepareVideo(source, { limits, signal, onProgress })
      const { file, storedName, contentType, duration } = made
      const about = {
        kind: 'video',
        fileName: source.name.slice(-255),
        size: file.size,
        uploadId: null,
      } as const
      await this.#send({ ...about, fingerprint, storedName, contentType, duration }, file)
    } catch (error) {
      if (signal.aborted) return
      this.#set({ step: 'empty', error: error instanceof Refusal ? error.message : stopped })
    } finally {
      if (this.#preparing === controller) this.#preparing = null
    }
  }

  pause(): void {
    this.#upload?.pause()
  }

  /** Goes on after a pause or a failure. */
  resume(): void {
    void this.#upload?.start()
  }

  /** Stops and removes everything, here and on the server. */
  async cancel(): Promise<void> {
    this.#preparing?.abort(cancelled())
    await this.#endUpload()
  }

  /** Goes on, and gives the id of the finished upload as soon as there is one; null when there is none to wait for. */
  finish(): Promise<string | null> {
    this.resume()
    return new Promise((resolve) => {
      const check = () => {
        const state = this.#state
        if (state.step === 'empty') return settle(null)
        if (state.step === 'preparing') return
        const { phase, result } = state.upload
        if (phase === 'done') settle(result?.id ?? null)
        else if (phase === 'failed' || phase === 'cancelled') settle(null)
      }
      const stop = this.subscribe(check)
      const settle = (id: string | null) => {
        stop()
        resolve(id)
      }
      check()
    })
  }

  /** Forgets the upload, since a video has taken it over. */
  async release(): Promise<void> {
    const upload = this.#upload
    this.#upload = null
    this.#set(nothing)
    await upload?.release()
  }

  async #send(record: ResumeRecord, file: Blob): Promise<void> {
    const { storedName, fileName, duration } = record
    const discard = async () => {
      if (storedName !== null) await removeStored(storedName)
    }
    const upload = new ResumableUpload(record, {
      reader: blobReader(file, discard),
      transport: xhrTransport,
      store: this.#store,
      surroundings: browserSurroundings,
    })
    this.#upload = upload
    const video = { file, duration: duration ?? 0 }
    const show = () => {
      if (this.#upload === upload) {
        this.#set({ step: 'uploading', name: fileName, video, upload: upload.getState() })
      }
    }
    upload.subscribe(show)
    show()
    void upload.start()
  }

  async #endUpload(): Promise<void> {
    const upload = this.#upload
    this.#upload = null
    this.#set(nothing)
    // A file that is chosen again must not find the upload that is just being abandoned.
    this.#ending = Promise.allSettled([this.#ending, upload?.cancel()])
    await this.#ending
  }

  /** Gives up an upload whose file is lost, unless it is the same source: then the server finds it by fingerprint. */
  async #forgetLost(source: SourceFile): Promise<void> {
    const left = this.#store.load()
    if (!left) return
    if (left.fingerprint !== (await fingerprintOf(source, treatment)) && left.uploadId !== null) {
      // The server sweeps what can't be abandoned now.
      await xhrTransport.abandon(left.uploadId).catch(() => {})
    }
    if (left.storedName !== null) await removeStored(left.storedName)
    this.#store.clear()
  }

  #set(state: JobState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

function cancelled(): DOMException {
  return new DOMException('Cancelled.', 'AbortError')
}
