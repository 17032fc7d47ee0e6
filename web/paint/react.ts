/**
 * The part of React that the painted pages use, for the worker: what they show at first, written once. The build puts
 * this in React's place. State never changes and effects never run, so hooks return what they begin with.
 */

export interface Element {
  type: unknown
  props: Record<string, unknown>
}

export interface Context<Value = unknown> {
  isContext: true
  value: Value
}

/** Thrown by a part that isn't loaded. The Suspense around it shows its fallback. */
export const notLoaded = new Error('A part of the page is loaded on demand')

export const Fragment = ({ children }: { children?: unknown }) => children
export const StrictMode = Fragment
/** Told from the others by the writer. */
export const Suspense = Symbol('Suspense')

export function jsx(type: unknown, props: Record<string, unknown>): Element {
  return { type, props }
}
export const jsxs = jsx

export function createElement(type: unknown, props?: object | null, ...children: unknown[]): Element {
  return { type, props: children.length > 0 ? { ...props, children } : { ...props } }
}

export const forwardRef =
  (render: (props: object, ref: null) => unknown) =>
  ({ ref: _, ...props }: { ref?: unknown }) =>
    render(props, null)
export const memo = <Shown>(shown: Shown): Shown => shown

export function createContext<Value>(value: Value): Context<Value> & { Provider: Context<Value> } {
  const context = { isContext: true as const, value }
  return Object.assign(context, { Provider: context })
}
export const useContext = <Value>(context: Context<Value>): Value => context.value

let ids = 0
export const useId = (): string => `p${(ids++).toString(36)}`
/** Each document counts its own. */
export function restartIds(): void {
  ids = 0
}

const nothing = () => {}
const startOf = <Value>(initial: Value | (() => Value)): Value =>
  typeof initial === 'function' ? (initial as () => Value)() : initial

export const useState = <Value>(initial: Value | (() => Value)) => [startOf(initial), nothing]
export const useRef = <Value>(current: Value) => ({ current })
export const useMemo = <Value>(make: () => Value): Value => make()
export const useCallback = <Value>(callback: Value): Value => callback
export const useEffectEvent = useCallback
export const useEffect = nothing
export const useLayoutEffect = nothing
export const useSyncExternalStore = <Value>(
  _: unknown,
  client: () => Value,
  server: () => Value = client,
): Value => server()
export const use = nothing
