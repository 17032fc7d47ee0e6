import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start, stop } from '#tools/programs/process'
import { clickActions, type Driver, type FramePath, typeActions } from './driver'

/**
 * A camera that shows a moving picture, and reduced motion, like the tests' Chromium. Firefox sets everything
 * else for automation.
 */
const preferences = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'ui.prefersReducedMotion': 1,
}

const size = { width: 1280, height: 800 }

interface Session {
  capabilities: { browserVersion: string }
}

interface Answer {
  id?: number
  type: 'success' | 'error' | 'event'
  result: unknown
  error?: string
  message?: string
}

/**
 * Starts Firefox without a window and drives it by WebDriver BiDi, its own protocol. `more` changes its
 * preferences.
 */
export async function openFirefox(command: string, more: Record<string, boolean> = {}): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'nocturne-firefox-'))
  const lines = Object.entries({ ...preferences, ...more }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  await writeFile(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = start('Firefox', command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile },
  })
  const close = async () => {
    await stop(browser)
    await rm(profile, { recursive: true, force: true })
  }
  try {
    const origin = await new Promise<string>((resolve, reject) => {
      let said = ''
      browser.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
        said += text
        const [, found] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? []
        if (found) resolve(found)
      })
      void browser.exit.then((code) => reject(new Error(`Firefox ended with ${code}\n${said}`)))
    })
    const connection = await Connection.open(`${origin}/session`)
    const { capabilities } = await connection.send<Session>('session.new', {
      capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'accept' } } },
    })
    const { contexts } = await connection.send<{ contexts: { context: string }[] }>(
      'browsingContext.getTree',
      { maxDepth: 0 },
    )
    const [window] = contexts
    if (!window) throw new Error('Firefox has no window')
    await connection.send('browsingContext.setViewport', { context: window.context, viewport: size })
    return driverOf(connection, window.context, capabilities.browserVersion, close)
  } catch (error) {
    await close()
    throw error
  }
}

function driverOf(connection: Connection, page: string, version: string, close: () => Promise<void>): Driver {
  /** Returns the context of a frame: the one of its element's window. */
  async function contextOf(frame: FramePath): Promise<string> {
    let context = page
    for (const selector of frame) {
      const { result } = await evaluate<{ type: string; value?: { context: string } }>(
        context,
        `document.querySelector(${JSON.stringify(selector)})?.contentWindow`,
      )
      if (!result?.value) throw new Error(`There is no frame ${selector}`)
      context = result.value.context
    }
    return context
  }

  async function evaluate<Value>(
    context: string,
    expression: string,
  ): Promise<{ result?: Value; exceptionDetails?: { text: string } }> {
    return connection.send('script.evaluate', {
      expression,
      target: { context },
      awaitPromise: true,
      resultOwnership: 'none',
      userActivation: false,
    })
  }

  async function perform(frame: FramePath, actions: object[]): Promise<void> {
    await connection.send('input.performActions', { context: await contextOf(frame), actions })
  }

  return {
    version,
    close,
    open: async (url) => {
      await connection.send('browsingContext.navigate', { context: page, url, wait: 'complete' })
    },
    reload: async () => {
      await connection.send('browsingContext.reload', { context: page, wait: 'complete' })
    },
    call: async (frame, source, args) => {
      const given = args.map((arg) => JSON.stringify(arg)).join(', ')
      const expression = `(async () => JSON.stringify(await (${source})(${given})) ?? null)()`
      const { result, exceptionDetails } = await evaluate<{ value?: string }>(
        await contextOf(frame),
        expression,
      )
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value ?? null
    },
    clickAt: (frame, x, y) => perform(frame, clickActions(x, y)),
    type: (frame, text) => perform(frame, typeActions(text)),
    choose: async (selector, file) => {
      const { result } = await evaluate<{ sharedId?: string }>(
        page,
        `document.querySelector(${JSON.stringify(selector)})`,
      )
      if (!result?.sharedId) throw new Error(`There is no ${selector}`)
      const element = { sharedId: result.sharedId }
      await connection.send('input.setFiles', { context: page, element, files: [file] })
    },
    screenshot: async () => {
      const { data } = await connection.send<{ data: string }>('browsingContext.captureScreenshot', {
        context: page,
      })
      return Buffer.from(data, 'base64')
    },
  }
}

/** Sends commands over a WebSocket and returns their results. */
class Connection {
  #last = 0
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()

  private constructor(readonly socket: WebSocket) {
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(String(data))))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox is gone'))
    })
  }

  static open(url: string): Promise<Connection> {
    const socket = new WebSocket(url)
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve(new Connection(socket)))
      socket.addEventListener('error', () => reject(new Error(`Firefox doesn't answer at ${url}`)))
    })
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    const waiting = Promise.withResolvers<unknown>()
    this.#last += 1
    this.#waiting.set(this.#last, waiting)
    this.socket.send(JSON.stringify({ id: this.#last, method, params }))
    return (await waiting.promise) as Result
  }

  #receive({ id, type, result, error, message }: Answer): void {
    const waiting = this.#waiting.get(id ?? 0)
    if (!waiting) return
    this.#waiting.delete(id ?? 0)
    if (type === 'success') waiting.resolve(result)
    else waiting.reject(new Error(`${error}: ${message}`))
  }
}
