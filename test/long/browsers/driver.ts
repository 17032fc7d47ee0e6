/** The frame to act in: a selector of an iframe for each level below the page. Empty for the page itself. */
export type FramePath = readonly string[]

/** One window of a browser, driven by the protocol of its engine. */
export interface Driver {
  /** The browser's own version. */
  version: string
  /** Loads a URL and waits for the document. */
  open(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs the text of a function in a frame. Returns its result as JSON, awaited; null for none. */
  call(frame: FramePath, source: string, args: unknown[]): Promise<string | null>
  /** Clicks as a mouse does, at a point of the frame's viewport. */
  clickAt(frame: FramePath, x: number, y: number): Promise<void>
  /** Types into the element with the focus. */
  type(frame: FramePath, text: string): Promise<void>
  /** Chooses a file in an `<input type=file>`. */
  choose(selector: string, file: string): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Presses and releases the main button at a point, by the actions that both protocols share. */
export function clickActions(x: number, y: number): object[] {
  const at = { x: Math.round(x), y: Math.round(y) }
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', ...at, duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ]
}

export function typeActions(text: string): object[] {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions }]
}
