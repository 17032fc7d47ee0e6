// Imported before the schemas, which probe for eval when they are created.
import '../lib/zod-without-eval'
import { type ImportFiles, type ImportVideo, importFileFields } from '#contract/schemas/videos/video'
import { posterPosition } from '#contract/values/shared/limits'
import { ask, openUploadsBy } from '../features/publish/upload/engine/xhr-transport'
import type { FrameSource, JobState } from '../features/publish/upload/job/job-state'
import { VideoJob } from '../features/publish/upload/job/video-job'
import { shrinkPicture } from '../features/publish/upload/pictures/shrink-picture'
import { uploadPicture } from '../features/publish/upload/pictures/upload-picture'
import { call, client } from '../lib/api'
import { ApiError, errorDetail, PlainError } from '../lib/api-error'
import { Refusal } from '../studio/source/refusal'
import { grabFrame } from '../studio/studio'
import { untilComplete } from './until-complete'
import { withPassword, withPatience } from './with-patience'

/**
 * The page of the library import, which `npm run import` opens in a headless browser on the operator's machine. It
 * runs the upload page's own job for each file: the same studio, the same uploads, the same checks.
 */

/**
 * A file that was sent, or the reason why it can't be. `missing` is a sentence about files that couldn't be
 * derived.
 */
export type Sent = { files: ImportFiles; missing: string | null } | { refusal: string }

/** `isLost`: the site no longer has the uploads, so the file has to be sent again. */
export type Published = { id: number } | { refusal: string; isLost: boolean }

/** The functions that the script provides, and the page's own for the script. */
declare global {
  interface Window {
    /** Shows the state of the work. */
    reportImport(text: string): Promise<void>
    /** Resolves when the site takes requests again after it refused one. */
    waitForSite(): Promise<void>
    libraryImport: { send: typeof send; publish: typeof publish }
  }
}

/** Sends the file in the page's first input, with everything that the studio derives from it. */
async function send(account: number, owner: string): Promise<Sent> {
  const [file, picture] = ['video', 'poster'].map(fileOf)
  if (!file) return { refusal: "The file can't be read." }
  openUploadsBy((json) =>
    withPassword(() => ask(client.api.admin.library.uploads.$post({ json: { ...json, owner } }))),
  )
  const job = new VideoJob(`${account}:import-${crypto.randomUUID()}`)
  try {
    const limits = await withPatience(() => call(client.api.settings.$get()))
    const stop = job.subscribe(() => void window.reportImport(stateText(job.getState())))
    await job.choose(file, limits)
    const missing = await untilComplete(job)
    stop()
    const finished = await job.finish()
    const state = job.getState()
    if (!finished || state.step !== 'uploading') throw new PlainError('The upload was lost.')
    const poster = await posterOf(state.video, picture)
    if (!poster) throw new PlainError('No picture could be taken from the video. Name a poster in the CSV.')
    const thumbnailFile = await withPatience(() => uploadPicture(poster))
    await job.delivery?.end()
    const { videoFile, further } = finished
    const { renditions, storyboardFile, previewFile } = further ?? {}
    return { files: { videoFile, thumbnailFile, renditions, storyboardFile, previewFile }, missing }
  } catch (error) {
    // Removes files that were stored here and have been sent.
    await job.cancel().catch(() => undefined)
    // Any other error may name secrets, which the terminal must not show: the browser's own list cookies.
    return { refusal: error instanceof Refusal ? error.message : errorDetail(error) }
  }
}

/** Publishes the files sent. Repeating it returns the same video. */
async function publish(body: ImportVideo): Promise<Published> {
  try {
    const json = { ...body }
    const { id } = await withPatience(() => call(client.api.admin.library.videos.$post({ json })))
    return { id }
  } catch (error) {
    const refused = error instanceof ApiError ? Object.keys(error.fieldErrors) : []
    const isLost = refused.some((path) => importFileFields.some((field) => path.split('.')[0] === field))
    return { refusal: errorDetail(error), isLost }
  }
}

function fileOf(id: string): File | undefined {
  const input = document.getElementById(id)
  return input instanceof HTMLInputElement ? input.files?.[0] : undefined
}

async function posterOf({ file, duration }: FrameSource, picture: File | undefined): Promise<Blob | null> {
  const given = picture ? await shrinkPicture(picture) : null
  return given ?? grabFrame(file, duration * posterPosition, new AbortController().signal)
}

function stateText(state: JobState): string {
  if (state.step === 'preparing') return `preparing ${percent(state.share)}`
  if (state.step !== 'uploading') return state.step
  const { upload, making, sending } = state
  if (upload.phase === 'delayed') return 'waiting for the site'
  if (upload.phase !== 'done') return `sending ${percent(upload.sentBytes / upload.totalBytes)}`
  if (making) return `encoding ${percent(making.share)}`
  return sending ? `sending the ${sending.label}` : 'finishing'
}

function percent(share: number | null): string {
  return share === null ? '' : `${Math.min(100, Math.floor(100 * share))} %`
}

window.libraryImport = { send, publish }
