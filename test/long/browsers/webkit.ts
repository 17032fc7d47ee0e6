import { createServer } from 'node:net'
import { findCommand } from '#tools/programs/installed'
import { type Service, start, stop, untilReady } from '#tools/programs/process'
import { clickActions, type Driver, type FramePath, typeActions } from './driver'

/** The name under which WebDriver returns elements. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

interface Session {
  sessionId: string
  capabilities: { browserVersion: string }
}

type Element = Record<typeof elementKey, string>

/**
 * A camera that shows a moving picture, without asking for permission. Everything else is as users have it.
 */
const features = '+MockCaptureDevices,-MockCaptureDevicesPrompt'

/** Starts WebKitGTK's small browser on a screen of its own and drives it by WebDriver. */
export async function openWebKit(command: string, browser: string): Promise<Driver> {
  const services: Service[] = []
  const close = async () => {
    for (const service of services.toReversed()) await stop(service)
  }
  try {
    const xvfb = findCommand('Xvfb')
    if (!xvfb) throw new Error('Xvfb is missing')
    const screen = start(
      'Xvfb',
      xvfb,
      ['-displayfd', '1', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    services.push(screen)
    const display = await firstLine(screen)
    const port = await freePort()
    const driver = start('WebKitWebDriver', command, [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: `:${display}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    })
    services.push(driver)
    const origin = `http://127.0.0.1:${port}`
    await untilReady(`${origin}/status`, driver, 30)
    const { sessionId, capabilities } = await ask<Session>('POST', `${origin}/session`, {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          unhandledPromptBehavior: 'accept',
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation', `--features=${features}`] },
        },
      },
    })
    const session = `${origin}/session/${sessionId}`
    await ask('POST', `${session}/timeouts`, { script: 120_000, pageLoad: 120_000 })
    await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 900 })
    return driverOf(session, capabilities.browserVersion, async () => {
      await ask('DELETE', session).catch(() => {})
      await close()
    })
  } catch (error) {
    await close()
    throw error
  }
}

function driverOf(session: string, version: string, close: () => Promise<void>): Driver {
  const find = (selector: string) =>
    ask<Element>('POST', `${session}/element`, { using: 'css selector', value: selector })

  async function enter(frame: FramePath): Promise<void> {
    await ask('POST', `${session}/frame`, { id: null })
    for (const selector of frame) await ask('POST', `${session}/frame`, { id: await find(selector) })
  }

  /** Returns where a frame begins on the page, since WebKit takes a frame's coordinates for the page's. */
  async function cornerOf(frame: FramePath): Promise<{ x: number; y: number }> {
    const corner = { x: 0, y: 0 }
    for (const [depth, selector] of frame.entries()) {
      await enter(frame.slice(0, depth))
      const script = `
        const { x, y } = arguments[0].getBoundingClientRect()
        return { x: x + arguments[0].clientLeft, y: y + arguments[0].clientTop }`
      const args = [await find(selector)]
      const at = await ask<typeof corner>('POST', `${session}/execute/sync`, { script, args })
      corner.x += at.x
      corner.y += at.y
    }
    return corner
  }

  async function perform(frame: FramePath, actions: object[]): Promise<void> {
    await enter(frame)
    await ask('POST', `${session}/actions`, { actions })
  }

  return {
    version,
    close,
    open: async (url) => {
      await enter([])
      await ask('POST', `${session}/url`, { url })
    },
    reload: async () => {
      await enter([])
      await ask('POST', `${session}/refresh`, {})
    },
    call: async (frame, source, args) => {
      await enter(frame)
      const script = `
        const done = arguments[arguments.length - 1]
        Promise.resolve()
          .then(() => (${source})(...Array.prototype.slice.call(arguments, 0, -1)))
          .then((value) => done({ value: JSON.stringify(value) ?? null }), (error) => done({ error: String(error) }))`
      const answer = await ask<{ value?: string | null; error?: string }>(
        'POST',
        `${session}/execute/async`,
        { script, args },
      )
      if (answer.error) throw new Error(answer.error)
      return answer.value ?? null
    },
    clickAt: async (frame, x, y) => {
      const corner = await cornerOf(frame)
      await perform([], clickActions(corner.x + x, corner.y + y))
    },
    type: (frame, text) => perform(frame, typeActions(text)),
    choose: async (selector, file) => {
      await enter([])
      const element = await find(selector)
      await ask('POST', `${session}/element/${element[elementKey]}/value`, { text: file })
    },
    screenshot: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
  }
}

async function ask<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

function firstLine({ child, exit, name }: Service): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('\n')) resolve(said.trim())
    })
    void exit.then((code) => reject(new Error(`${name} ended with ${code}`)))
  })
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
