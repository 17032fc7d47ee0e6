import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Upload } from '#contract/schemas/uploads/upload'
import type { Video } from '#contract/schemas/videos/video'
import type { Person } from './kill'

const clip = readFileSync('test/fixtures/media/ok.mp4')
const picture = readFileSync('test/fixtures/media/poster.jpg')

const types = { video: 'video/mp4', image: 'image/jpeg' } as const
type Kind = keyof typeof types

/** A file being sent to the site, with the site's answers about it. */
interface Sending {
  bytes: Uint8Array
  fingerprint: string
  /** Unknown until the request that opens the upload is answered. */
  id: string | null
  parts: Set<number>
  isComplete: boolean
}

/** A film of an account of its own. However often its upload is cut off, it continues from there. */
export class Film {
  /** The file as the site serves it. */
  readonly clip = newClip()
  readonly sendings: Record<Kind, Sending>
  videoId: number | null = null

  constructor(
    readonly person: Person,
    paddedBy = 0,
  ) {
    const bytes = paddedBy > 0 ? Buffer.concat([this.clip, padding(paddedBy)]) : this.clip
    this.sendings = { video: sending(bytes), image: sending(picture) }
  }

  /** Does the rest of the work until it is published. */
  async publish(): Promise<void> {
    await this.send('video')
    await this.send('image')
    const body = {
      title: `Film of ${this.person.name}`,
      categoryId: 1,
      visibility: 'public',
      videoFile: this.sendings.video.id,
      thumbnailFile: this.sendings.image.id,
    }
    this.videoId = (await answered<Video>(this.person, 'POST', '/api/videos', body)).id
  }

  /**
   * Asks for the parts that arrived, since the site may have stored more than it could acknowledge. Returns
   * those it has lost.
   */
  async resume(): Promise<string[]> {
    const lost: string[] = []
    for (const [kind, sent] of Object.entries(this.sendings)) {
      if (sent.id === null) continue
      const upload = await answered<Upload>(this.person, 'GET', `/api/uploads/${sent.id}`)
      if (sent.isComplete && !upload.done) lost.push(`${kind} ${sent.id} was complete`)
      const missing = [...sent.parts].filter((part) => !upload.received.includes(part))
      if (!upload.done && missing.length > 0) lost.push(`${kind} ${sent.id} had the parts ${missing}`)
      sent.parts = new Set(upload.received)
      sent.isComplete = upload.done
    }
    return lost
  }

  private async send(kind: Kind): Promise<void> {
    const sent = this.sendings[kind]
    if (sent.isComplete) return
    const upload = await answered<Upload>(this.person, 'POST', '/api/uploads', {
      kind,
      size: sent.bytes.length,
      contentType: types[kind],
      fileName: 'clip',
      fingerprint: sent.fingerprint,
    })
    sent.id = upload.id
    for (let part = 1; part <= upload.parts; part += 1) {
      if (upload.received.includes(part)) continue
      const bytes = sent.bytes.subarray((part - 1) * upload.partSize, part * upload.partSize)
      const digest = createHash('sha256').update(bytes).digest('base64')
      await answered(this.person, 'PUT', `/api/uploads/${sent.id}/parts/${part}`, bytes, {
        'content-digest': `sha-256=:${digest}:`,
      })
      sent.parts.add(part)
    }
    await answered(this.person, 'POST', `/api/uploads/${sent.id}/complete`)
    sent.isComplete = true
  }
}

function sending(bytes: Uint8Array): Sending {
  const fingerprint = randomBytes(32).toString('hex')
  return { bytes, fingerprint, id: null, parts: new Set(), isComplete: false }
}

/** In the first picture: a block list of pictures would notice the difference. */
const markAt = clip.indexOf('mdat') + 1000

/** Returns the clip with other bytes in its picture. */
function newClip(): Buffer {
  return Buffer.concat([clip.subarray(0, markAt), randomBytes(16), clip.subarray(markAt + 16)])
}

/** Returns a box that players skip, and that the site empties. */
function padding(size: number): Uint8Array {
  const box = randomBytes(size)
  box.writeUInt32BE(size)
  box.write('free', 4)
  return box
}

/** Sends like the app: a request that the site can't handle right now is repeated when the site says. */
export async function answered<T>(
  person: Person,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  for (let left = 20; ; left -= 1) {
    const response = await person.send(method, path, body, headers)
    if (response.ok) return (response.status === 204 ? null : await response.json()) as T
    const text = await response.text()
    const seconds = response.headers.get('retry-after')
    if (seconds === null || left === 0) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    await wait(Number(seconds) * 1000)
  }
}
