import { createHash, randomUUID } from 'node:crypto'

interface Stored {
  key: string
  bytes: Uint8Array<ArrayBuffer>
  httpMetadata: R2HTTPMetadata
}

interface Multipart {
  key: string
  httpMetadata: R2HTTPMetadata
  parts: Map<number, { bytes: Uint8Array<ArrayBuffer>; etag: string }>
}

type Body = ReadableStream | Uint8Array<ArrayBuffer> | ArrayBuffer | string

/** An R2 in memory. It refuses unknown parts, but accepts parts of any size. */
export class NodeR2 {
  private readonly objects = new Map<string, Stored>()
  private readonly uploads = new Map<string, Multipart>()

  empty(): void {
    this.objects.clear()
    this.uploads.clear()
  }

  async head(key: string) {
    const found = this.objects.get(key)
    return found ? factsOf(found) : null
  }

  async get(key: string, { range }: { range?: { offset: number; length: number } } = {}) {
    const found = this.objects.get(key)
    if (!found) return null
    const { offset, length } = range ?? { offset: 0, length: found.bytes.length }
    const answer = new Response(found.bytes.slice(offset, offset + length))
    return {
      ...factsOf(found),
      body: answer.body,
      arrayBuffer: () => answer.arrayBuffer(),
      bytes: () => answer.bytes(),
      text: () => answer.text(),
    }
  }

  async put(key: string, body: Body, { httpMetadata = {} }: R2PutOptions = {}) {
    const stored = { key, bytes: await bytesOf(body), httpMetadata: httpMetadata as R2HTTPMetadata }
    this.objects.set(key, stored)
    return factsOf(stored)
  }

  async delete(keys: string | string[]): Promise<void> {
    for (const key of [keys].flat()) this.objects.delete(key)
  }

  async list({ prefix = '', startAfter = '', limit = 1000 }: R2ListOptions = {}) {
    const keys = [...this.objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > startAfter)
    const objects = keys.slice(0, limit).flatMap((key) => {
      const found = this.objects.get(key)
      return found ? [factsOf(found)] : []
    })
    return { objects, truncated: false }
  }

  async createMultipartUpload(key: string, { httpMetadata = {} }: R2MultipartOptions = {}) {
    const uploadId = randomUUID()
    this.uploads.set(uploadId, { key, httpMetadata: httpMetadata as R2HTTPMetadata, parts: new Map() })
    return this.resumeMultipartUpload(key, uploadId)
  }

  resumeMultipartUpload(key: string, uploadId: string) {
    const known = () => {
      const upload = this.uploads.get(uploadId)
      if (!upload) throw new Error('The specified multipart upload does not exist. (10024)')
      return upload
    }
    return {
      key,
      uploadId,
      uploadPart: async (partNumber: number, body: Body) => {
        const upload = known()
        const bytes = await bytesOf(body)
        const etag = createHash('md5').update(bytes).digest('hex')
        upload.parts.set(partNumber, { bytes, etag })
        return { partNumber, etag }
      },
      complete: async (parts: R2UploadedPart[]) => {
        const upload = known()
        const joined = parts.map(({ partNumber, etag }) => {
          const part = upload.parts.get(partNumber)
          if (part?.etag !== etag) throw new Error('One or more parts could not be found. (10025)')
          return part.bytes
        })
        this.uploads.delete(uploadId)
        return this.put(key, await new Blob(joined).arrayBuffer(), upload)
      },
      abort: async () => {
        known()
        this.uploads.delete(uploadId)
      },
    }
  }
}

function factsOf({ key, bytes, httpMetadata }: Stored) {
  return { key, size: bytes.length, httpMetadata, uploaded: new Date(0) }
}

async function bytesOf(body: Body): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body).arrayBuffer())
}
