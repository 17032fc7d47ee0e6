import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import type { ImportVideo } from '#contract/schemas/videos/video'
import type { Ready } from './check.ts'
import type { Uploaded } from './journal.ts'

/** The page's path on the site's origin. This process serves the page: the site itself has none there. */
const base = '/library-import/'
/** Milliseconds without a sign of life after which a row counts as failed. */
const silence = 20 * 60_000

/** The results of web/import/import.ts. `isLost`: the site no longer has the uploads. */
export type Sent = Uploaded | { refusal: string }
export type Published = { id: number } | { refusal: string; isLost?: boolean }

const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' }

/**
 * Builds the page from the product's own studio and upload code, and serves it to a browser's pages from
 * memory: the project's folder may belong to another user, or be used by another import.
 */
export async function openStudio(context: BrowserContext, origin: string): Promise<void> {
  const output = await build({
    root: 'web',
    base,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2023',
      assetsInlineLimit: 0,
      rolldownOptions: { input: 'web/import/import.ts' },
    },
  })
  const files = 'output' in output ? output.output : []
  const entry = files.find((file) => file.type === 'chunk' && file.isEntry)
  const html = `<!doctype html><title>Library import</title>
    <input type="file" id="video"><input type="file" id="poster">
    <script type="module" src="${base}${entry?.fileName}"></script>`
  await context.route(`${origin}${base}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(base.length)
    if (name === '') return route.fulfill({ contentType: 'text/html', body: html })
    const file = files.find(({ fileName }) => fileName === name)
    if (!file) return route.fulfill({ status: 404 })
    const contentType = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    const body = Buffer.from(file.type === 'chunk' ? file.code : file.source)
    return route.fulfill({ contentType, body })
  })
}

/** One tab of the browser, which sends one row at a time. */
export class Studio {
  readonly #context: BrowserContext
  readonly #origin: string
  readonly #onState: (text: string) => void
  #page: Page | null = null
  #heard = 0
  /** The time, by its last refusal, from which the site accepts requests again. */
  #openAt = 0
  readonly #renew: () => Promise<void>

  constructor(
    context: BrowserContext,
    origin: string,
    { onState, renew }: { onState: (text: string) => void; renew: () => Promise<void> },
  ) {
    this.#context = context
    this.#origin = origin
    this.#onState = onState
    this.#renew = renew
  }

  /** Prepares, encodes and uploads a row's file. */
  async send({ path, poster, owner }: Ready, account: number): Promise<Sent> {
    return this.#work(async (page) => {
      await page.locator('#video').setInputFiles(path)
      await page.locator('#poster').setInputFiles(poster ?? [])
      return page.evaluate<Sent>(`libraryImport.send(${account}, ${JSON.stringify(owner)})`)
    })
  }

  /** Publishes a row's uploads with its details. */
  publish(row: Ready, files: Uploaded['files']): Promise<Published> {
    const { owner, title, description, tags, categoryId, isPremium, visibility, allowDownload, date } = row
    const body: ImportVideo = {
      owner,
      title,
      description,
      tags,
      categoryId,
      isPremium,
      visibility,
      allowDownload,
      posterStyle: 'clear',
      ...(date !== null && { createdAt: date }),
      ...files,
    }
    return this.#work((page) => page.evaluate<Published>(`libraryImport.publish(${JSON.stringify(body)})`))
  }

  /** Runs work in the page; a page that hangs or crashes is replaced by a new one for the next row. */
  async #work<Answer>(work: (page: Page) => Promise<Answer>): Promise<Answer | { refusal: string }> {
    this.#heard = Date.now()
    const page = this.#page ?? (await this.#open())
    this.#page = page
    let watch: NodeJS.Timeout | undefined
    const silent = new Promise<never>((_resolve, reject) => {
      watch = setInterval(() => {
        if (Date.now() - this.#heard > silence) reject(new Error('The studio stopped responding.'))
      }, 10_000)
    })
    try {
      return await Promise.race([work(page), silent])
    } catch (error) {
      this.#page = null
      await page.close().catch(() => undefined)
      return { refusal: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) }
    } finally {
      clearInterval(watch)
    }
  }

  async #open(): Promise<Page> {
    const page = await this.#context.newPage()
    await page.exposeFunction('reportImport', (text: string) => {
      this.#heard = Date.now()
      this.#onState(text)
    })
    await page.exposeFunction('waitForSite', () => this.#wait())
    page.on('response', (response) => {
      if (response.status() !== 429) return
      const seconds = Number(response.headers()['retry-after'])
      this.#openAt = Date.now() + (seconds > 0 ? seconds : 60) * 1000
    })
    await page.goto(`${this.#origin}${base}`)
    await page.waitForFunction('window.libraryImport !== undefined')
    return page
  }

  async #wait(): Promise<void> {
    const milliseconds = Math.max(3000, this.#openAt - Date.now())
    this.#onState(`waiting ${Math.ceil(milliseconds / 1000)} s for the site`)
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    this.#heard = Date.now()
    await this.#renew()
  }
}
