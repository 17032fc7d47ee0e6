/** A control on a page, identified by its role, its name and its place. */
export interface Control {
  key: string
  role: string
  name: string
  /** Part of the site's shell, which is the same around every page. */
  shared: boolean
  /** The component that it belongs to, if that is the same on every page that has it. */
  part: 'player' | 'plans' | null
  how: 'press' | 'type' | 'send' | 'choose' | 'slide'
  state: 'ready' | 'current' | 'disabled' | 'unexplained'
  /** Closes its own overlay, as Cancel does. Such controls are used last. */
  ends: boolean
}

export interface View {
  /** Name of the dialog or menu over the page; empty for the page itself. */
  surface: string
  controls: Control[]
  isTooWide: boolean
}

export interface Outcome {
  /** Its effect; null for none. */
  effect: string | null
  faults: string[]
  /** The element pressed instead of it, since the page moved in between; null if the presses reached it. */
  missed: string | null
}

export interface Aim {
  /** Where to press it; null if it has the focus, and is used with a key. */
  point: { x: number; y: number } | null
  key: string
  /** Why it can't be pressed: `div "over it" lies over it`. */
  refusal: string | null
}

export interface Controls {
  /**
   * Shows another page of the app. Its router handles it like Back or Forward, which differ from a link only
   * in the scroll position. Returns whether the page appeared.
   */
  go: (address: string) => Promise<boolean>
  /**
   * Loads content that waits until it is near the window. `quiet`: milliseconds without a change after which
   * everything is loaded.
   */
  arrive: (quiet?: number) => Promise<void>
  look: () => Promise<View>
  /** Returns all controls that are shown, identical ones too, with their elements. */
  all: () => [Control, HTMLElement][]
  /** Returns the controls with these keys that can't be pressed where they are. */
  place: (keys: string[]) => string[]
  /**
   * Prepares a press. `bound` is the limit for that, `coverLasts` that for another element covering it; both
   * in milliseconds.
   */
  aim: (key: string, bound: number, coverLasts: number) => Promise<Aim | null>
  /** Returns where it is now, if it can still be pressed: late content moves everything below it. */
  aimAgain: () => Promise<Aim['point']>
  choose: () => void
  /** Returns its effect within a time. After the last call, later effects aren't expected. */
  outcome: (bound: number, isLast: boolean) => Promise<Outcome>
  note: (effect: string) => void
  /** Writes that pages requested, as `POST /api/videos/1/like`. */
  writes: string[]
  /** Targets of their links and buttons. */
  destinations: string[]
}

declare global {
  interface Window {
    controls: Controls
  }
}

/** Overlays over a page. */
export const surfaces = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox],dialog[open]'

interface Survey {
  surface: string
  controls: Map<string, [Control, HTMLElement]>
  madeAt: number
}

export interface WatchOptions {
  surfaces: string
  /** URL patterns of the same page: a regular expression and its replacement. */
  patterns: [source: string, name: string][]
  /** Names of accounts. A control with one of these names is the same as with another. */
  people: string[]
}

/**
 * Runs in the page, before its own scripts. Finds the controls and observes the effect of using one: any
 * reaction of the page except its own clocks. Other sites aren't opened and the worker changes nothing: the
 * page's attempt is enough.
 */
export function watchControls({ patterns, surfaces, people }: WatchOptions): void {
  const selector = [
    'a[href]',
    'button',
    'input:not([type=hidden])',
    'select',
    'textarea',
    'summary',
    ...[
      'button',
      'link',
      'tab',
      'switch',
      'checkbox',
      'radio',
      'slider',
      'spinbutton',
      'combobox',
      'option',
    ].map((role) => `[role=${role}]`),
    '[role^=menuitem]',
    '[contenteditable=true]',
  ].join(',')
  const items = 'article,li,tr,[role=row],figure,[data-item]'
  const person = new RegExp(`\\b(${people.join('|')})\\b`, 'g')
  const toaster = 'section[aria-label^="Notifications"]'
  /** Attributes that pointer and focus leave on any element. */
  const touched = /^(data-(focus|hover|active|pressed|highlighted)|(tabindex|value|checked|name)$)/
  const background = /\/(view|progress)$/
  const writes: string[] = []
  const destinations: string[] = []
  let pending = 0
  let quietSince = performance.now()
  let aimed: HTMLElement | null = null
  let stateBefore = ''
  let othersBefore = ''
  let effects: string[] = []
  let faults: string[] = []
  let wake = () => {}
  /**
   * How often each node changed without use. A node that changes more often than a loading page's is a clock.
   */
  const ticks = new WeakMap<Node, Map<string | null, number>>()
  const clockTicks = 4
  let aimedAtToast = false
  /** The element that got each part of a press, where that isn't the targeted control. */
  const elsewhere: Record<'pointerdown' | 'click', string | null> = { pointerdown: null, click: null }
  let wasAsked = false
  /** The last survey, while nothing has changed since. */
  let lastSurvey: Survey | null = null
  /** The scrolling is the crawl's own. */
  let isAiming = false
  /** Until disarmed, only the targeted control has effects. */
  let armed = false

  function note(effect: string): void {
    quietSince = performance.now()
    if (!armed) return
    effects.push(effect)
    wake()
  }

  function isVisible(element: Element): boolean {
    if (element.closest('[inert],[aria-hidden=true]')) return false
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }

  /** Returns whether a button or a drop zone opens it. */
  function isBehindButton(element: Element): boolean {
    return element.matches('input[type=file]') && element.getBoundingClientRect().width < 2
  }

  function textOf(ids: string | null): string {
    if (!ids) return ''
    const named = ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '')
    return named.join(' ').trim()
  }

  function shownText(node: Node): string {
    if (!(node instanceof Element)) return node.textContent ?? ''
    if (node instanceof HTMLImageElement) return node.alt
    if (!node.querySelector('[aria-hidden=true],style,img')) return node.textContent ?? ''
    const shown = [...node.childNodes].filter(
      (child) => !(child instanceof Element && child.matches('[aria-hidden=true],style')),
    )
    return shown.map(shownText).join('')
  }

  /**
   * The sources of a name, in the order in which a browser looks for it. The first that isn't empty is used.
   */
  const namings: ((element: HTMLElement) => string | null | undefined)[] = [
    (element) => textOf(element.getAttribute('aria-labelledby')),
    (element) => element.getAttribute('aria-label'),
    (element) =>
      ('labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [])
        .map(shownText)
        .join(' '),
    (element) => (element.matches('input,select,textarea') ? '' : shownText(element)),
    (element) => element.querySelector('svg title')?.textContent,
    (element) => element.title,
    (element) => element.getAttribute('placeholder'),
    (element) => (element.matches('[type=submit]') ? (element as HTMLInputElement).value : ''),
  ]

  function nameOf(element: HTMLElement): string {
    for (const naming of namings) {
      const name = naming(element)?.replace(/\s+/g, ' ').trim()
      if (name) return name
    }
    return ''
  }

  function roleOf(element: HTMLElement): string {
    const role = element.getAttribute('role')
    if (role) return role
    // The panel's navigation is on every section. As tabs, its links are pressed once, not on each section.
    if (element.closest('nav[aria-label="Sections"]')) return 'tab'
    if (element instanceof HTMLAnchorElement) return 'link'
    if (element instanceof HTMLSelectElement) return 'list'
    if (element instanceof HTMLTextAreaElement) return 'text'
    if (!(element instanceof HTMLInputElement)) return 'button'
    if (['checkbox', 'radio', 'file'].includes(element.type)) return element.type
    if (element.type === 'range') return 'slider'
    return ['submit', 'button', 'reset', 'image'].includes(element.type) ? 'button' : 'text'
  }

  function patternOf(href: string): string {
    const url = new URL(href)
    if (url.origin !== location.origin) return url.protocol.startsWith('http') ? url.origin : url.protocol
    const known = patterns.find(([source]) => new RegExp(source).test(url.pathname))
    const shown = ['tab', 'view'].flatMap((name) => url.searchParams.get(name) ?? []).join(' ')
    return `${known?.[1] ?? url.pathname}${shown && ` ${shown}`}`
  }

  /**
   * Returns a control's name without its subject. Otherwise, the cards of a list would all have different
   * controls.
   */
  function kindOf(element: HTMLElement, name: string): string {
    const item = element.closest(items)
    let kind = name
    if (item && element instanceof HTMLAnchorElement) return `to ${patternOf(element.href)}`
    if (item && kind) {
      const words = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
      for (let node = words.nextNode(); node; node = words.nextNode()) {
        const text = node.textContent?.trim() ?? ''
        // An amount stays in the name, for its currency; its digits don't distinguish it anyway.
        const isWord = text.length > 2 && /\p{L}/u.test(text)
        if (isWord && kind.includes(text) && !element.contains(node)) kind = kind.replace(text, '…')
      }
    }
    return kind.replace(person, '…').replace(/\d[\d.,:]*/g, '#')
  }

  function surface(): HTMLElement | null {
    return [...document.querySelectorAll<HTMLElement>(surfaces)].filter(isVisible).at(-1) ?? null
  }

  function surfaceName(top: HTMLElement | null): string {
    if (!top) return ''
    const name = textOf(top.getAttribute('aria-labelledby')) || top.ariaLabel || top.role || 'dialog'
    const isDialog = top.matches('[role=dialog],[role=alertdialog],dialog')
    return isDialog && isOfItem(name) ? '…' : name.replace(person, '…').replace(/\d+/g, '#')
  }

  /**
   * Returns whether a dialog is named after one item of a list, such as a video: the next item's counts as
   * the same.
   */
  function isOfItem(name: string): boolean {
    return [...document.querySelectorAll<HTMLElement>(`main :is(${items}) :not(button, button *)`)].some(
      ({ childElementCount, textContent }) => childElementCount === 0 && textContent?.trim() === name,
    )
  }

  /** Returns whether it is above every section of the control panel. */
  function isOfPanelHead(element: HTMLElement): boolean {
    const search = element.closest('search')?.querySelector('[aria-label="Find anything"]')
    return Boolean(search) || /^Sections:/.test(element.textContent?.trim() ?? '')
  }

  function isShared(element: HTMLElement): boolean {
    if (element.closest(toaster) || isOfPanelHead(element)) return true
    if (element.closest(`main,${surfaces}`)) return false
    return document.querySelector('main') !== null
  }

  function partOf(element: HTMLElement): Control['part'] {
    if (element.closest('[role=group][aria-label^="Video player"]')) return 'player'
    const legend = [...document.querySelectorAll('legend')].find(({ textContent }) => textContent === 'Plan')
    return legend?.closest('fieldset')?.parentElement?.contains(element) ? 'plans' : null
  }

  function howTo(element: HTMLElement, role: string): Control['how'] {
    if (role === 'slider' || role === 'spinbutton') return 'slide'
    if (role === 'list') return 'choose'
    if (role === 'text' || role === 'combobox' || element.isContentEditable) {
      const { type } = element as HTMLInputElement
      if (['date', 'time', 'datetime-local', 'month', 'week', 'color'].includes(type)) return 'choose'
      if ((element as HTMLInputElement).readOnly || element instanceof HTMLButtonElement) return 'press'
      // Without a button, Enter submits the form.
      return (element as HTMLInputElement).form && !hasSubmit(element) ? 'send' : 'type'
    }
    return 'press'
  }

  function stateOf(element: HTMLElement, role: string): Control['state'] {
    if (element.matches(':disabled') || element.ariaDisabled === 'true') {
      const title = element.title === nameOf(element) ? '' : element.title
      const fieldset = element.closest('fieldset')
      const reasons = [
        textOf(element.getAttribute('aria-describedby')),
        title,
        textOf(fieldset?.getAttribute('aria-describedby') ?? null),
        // A spinner explains it, its own or that of the button beside it.
        element.parentElement?.querySelector('[aria-busy=true]') ? 'busy' : '',
      ]
      if (reasons.some(Boolean)) return 'disabled'
      // A control that can be focused may give its reason when pressed.
      if (element.matches(':disabled')) return 'unexplained'
    }
    const leadsHere = element instanceof HTMLAnchorElement && element.href === location.href
    const isChosen = role === 'radio' && (element as HTMLInputElement).checked
    const marks = [
      element.ariaSelected,
      role === 'menuitemradio' || role === 'radio' ? element.ariaChecked : null,
    ]
    const isCurrent = element.ariaCurrent && element.ariaCurrent !== 'false'
    return leadsHere || isChosen || marks.includes('true') || isCurrent ? 'current' : 'ready'
  }

  function found(top: HTMLElement | null): HTMLElement[] {
    const within = [...(top ?? document.body).querySelectorAll<HTMLElement>(selector)]
    const toasts = [...document.querySelectorAll<HTMLElement>(`${toaster} button`)]
    // Content inside a control belongs to it.
    const shown = [...toasts, ...within].filter(
      (element) =>
        isVisible(element) &&
        !isBehindButton(element) &&
        !element.parentElement?.closest('button,a[href],[role=option]'),
    )
    // Of identical controls, the first that can be used.
    const [idle, usable] = [true, false].map((off) =>
      shown.filter((each) => (each.ariaDisabled === 'true') === off),
    )
    return [...(usable ?? []), ...(idle ?? [])]
  }

  function controlOf(element: HTMLElement, surface: string): Control {
    const role = roleOf(element)
    const name = nameOf(element)
    const shared = isShared(element)
    return {
      key: `${shared ? '' : surface}|${role}|${kindOf(element, name)}`,
      role,
      name,
      shared,
      part: partOf(element),
      how: howTo(element, role),
      state: stateOf(element, role),
      ends: /^(close|cancel|back|keep|not now|done|no,|skip)/i.test(name),
    }
  }

  /** Lists the controls with their elements. One represents all identical ones in the same state. */
  function survey(): Survey {
    // Changes without an event, such as a style that was loaded, appear in the next survey.
    if (lastSurvey && performance.now() - lastSurvey.madeAt < 1000) return lastSurvey
    const top = surface()
    const name = surfaceName(top)
    const controls = new Map<string, [Control, HTMLElement]>()
    for (const element of found(top)) {
      const control = controlOf(element, name)
      const kind = `${control.state} ${control.key}`
      if (!controls.has(kind)) controls.set(kind, [control, element])
    }
    lastSurvey = { surface: name, controls, madeAt: performance.now() }
    return lastSurvey
  }

  function all(): [Control, HTMLElement][] {
    const top = surface()
    return found(top).map((element) => [controlOf(element, surfaceName(top)), element])
  }

  function frame(): Promise<void> {
    return new Promise((resolve) => requestAnimationFrame(() => resolve()))
  }

  /**
   * Waits until there was no request or change for a moment, or until a limit has passed: some pages never
   * rest. Late content on a slow machine still arrives in the end.
   */
  async function settle(quiet: number): Promise<void> {
    const start = performance.now()
    const isDue = () => performance.now() - start > (pending > 0 ? 20_000 : 5000)
    do await new Promise((resolve) => setTimeout(resolve, 10))
    while ((pending > 0 || performance.now() - quietSince < quiet) && !isDue())
  }

  function go(address: string): Promise<boolean> {
    // Focusing an element that already has the focus has no effect.
    ;(document.activeElement as HTMLElement | null)?.blur()
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(5000)
      signal.onabort = () => resolve(false)
      // The app focuses a new page's heading, or the page if the heading is late.
      const see = ({ target }: Event) => (target as Element).matches('main, main h1') && resolve(true)
      addEventListener('focusin', see, { signal })
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    })
  }

  /** Scrolls to load content that waits until it is near the window. */
  async function arrive(quiet = 200): Promise<void> {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
    await frame()
    await frame()
    await settle(quiet)
    // A busy machine is quiet, too, before the page's content has arrived.
    const start = performance.now()
    while (document.querySelector('main [role=status][aria-busy=true]') && performance.now() - start < 10_000)
      await settle(60)
    scrollTo({ top: 0, behavior: 'instant' })
    // At the start "Use the current time" would change nothing.
    for (const video of document.querySelectorAll('video')) video.currentTime = 2
  }

  async function look(): Promise<View> {
    await settle(60)
    const { scrollWidth, clientWidth } = document.documentElement
    const { surface: name, controls } = survey()
    return {
      surface: name,
      controls: [...controls.values()].map(([control]) => control),
      isTooWide: scrollWidth > clientWidth,
    }
  }

  function place(keys: string[]): string[] {
    const { controls } = survey()
    return keys.filter((key) => {
      const [, element] = controls.get(`ready ${key}`) ?? []
      element?.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      return element && pointOn(element).refusal !== null
    })
  }

  /** Returns the elements that press it: itself and its labels. */
  function pressable(element: HTMLElement): Element[] {
    const labels = 'labels' in element ? (element.labels as NodeListOf<Element> | null) : null
    return [element, ...(labels ?? [])]
  }

  function described(element: Element): string {
    return `${element.tagName.toLowerCase()} "${element.textContent?.slice(0, 40)}"`
  }

  /** Finds a point at which it, or its label, can be pressed: it may be partly covered. */
  function pointOn(element: HTMLElement): Aim {
    const own = pressable(element)
    const rects = own.flatMap((each) => [...each.getClientRects()])
    let refusal = rects.length === 0 ? 'it has no place on the screen' : ''
    for (const [across, down] of [
      [0.5, 0.5],
      [0.25, 0.5],
      [0.75, 0.5],
      [0.5, 0.2],
      [0.5, 0.8],
    ] as const) {
      for (const { left, top, width, height } of rects) {
        const point = { x: left + width * across, y: top + height * down }
        const hit = document.elementFromPoint(point.x, point.y)
        if (own.some((each) => each.contains(hit))) return { point, key: '', refusal: null }
        refusal ||= `${hit ? described(hit) : 'the edge'} lies over it`
      }
    }
    return { point: null, key: '', refusal }
  }

  function keyFor(element: HTMLElement): string {
    if (element.matches('a')) return 'Enter'
    const { value, max } = element as HTMLInputElement
    const isAtEnd = (element.ariaValueNow ?? value) === (element.ariaValueMax ?? max)
    return isAtEnd ? 'ArrowLeft' : 'ArrowRight'
  }

  async function bringNear(element: HTMLElement): Promise<void> {
    const { x, y } = element.getBoundingClientRect()
    isAiming = true
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const moved = element.getBoundingClientRect()
    // The scroll event follows in the next frame, and lazy loading begins in the one after.
    if (moved.x !== x || moved.y !== y) {
      await frame()
      await frame()
    }
    isAiming = false
  }

  async function aimAgain(): Promise<Aim['point']> {
    if (!aimed?.isConnected) return null
    await bringNear(aimed)
    return pointOn(aimed).point
  }

  async function aim(key: string, bound: number, coverLasts: number): Promise<Aim | null> {
    const start = performance.now()
    armed = false
    for (;;) {
      const [control, element] = survey().controls.get(`ready ${key}`) ?? []
      if (!control || !element) return null
      if (document.fullscreenElement) await document.exitFullscreen()
      if (document.pictureInPictureElement) await document.exitPictureInPicture()
      // The player hides its controls when the mouse rests, such as while a dialog around it is audited.
      if (control.part === 'player')
        element.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' }))
      // Playing media would go on causing effects.
      if (!/^pause/i.test(control.name)) for (const media of document.querySelectorAll('video')) media.pause()
      // A toast's other button acts, such as "Sign in": it would lead to another page in the middle of the
      // press.
      if (!element.closest(toaster))
        document.querySelector<HTMLElement>(`${toaster} [aria-label="Dismiss"]`)?.click()
      await bringNear(element)
      await settle(30)
      if (!element.isConnected || !isVisible(element)) {
        if (performance.now() - start > bound) return null
        lastSurvey = null
        continue
      }
      const byKey =
        control.how === 'slide' || (element.matches('a') && element.getBoundingClientRect().bottom < 1)
      if (byKey) element.focus({ preventScroll: true })
      const place: Aim = byKey ? { point: null, key: keyFor(element), refusal: null } : pointOn(element)
      if (place.refusal && performance.now() - start < coverLasts) {
        lastSurvey = null
        continue
      }
      aimed = element
      aimedAtToast = element.closest(toaster) !== null
      stateBefore = stateText(element)
      othersBefore = otherFields()
      effects = []
      faults = []
      elsewhere.pointerdown = elsewhere.click = null
      // A press may show something without a mutation, by its focus or by the pointer's position.
      lastSurvey = null
      armed = true
      return place
    }
  }

  function stateText(element: HTMLElement): string {
    const { value, checked } = element as HTMLInputElement
    return JSON.stringify([value, checked, element.isContentEditable && element.textContent])
  }

  /**
   * Returns the values of other fields: they aren't part of the document, so no observer sees them change.
   */
  function otherFields(): string {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input,select,textarea')]
    return JSON.stringify(
      fields.filter((field) => field !== aimed).map(({ value, checked }) => [value, checked]),
    )
  }

  /** Sets values in the browser's own pickers, which pointer and keys can't operate. */
  function choose(): void {
    if (aimed instanceof HTMLSelectElement) {
      const { options, selectedIndex } = aimed
      const other = [...options].findIndex((option, index) => index !== selectedIndex && !option.disabled)
      if (other >= 0) aimed.selectedIndex = other
      else note('has one choice alone')
    } else if (aimed instanceof HTMLInputElement) {
      const values: Record<string, string> = {
        date: '2031-05-06',
        time: '10:20',
        month: '2031-05',
        color: '#123456',
      }
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(aimed, values[aimed.type] ?? '2031-05-06T10:20')
    }
    aimed?.dispatchEvent(new Event('input', { bubbles: true }))
    aimed?.dispatchEvent(new Event('change', { bubbles: true }))
  }

  function hasSubmit(element: HTMLElement): boolean {
    const { form } = element as HTMLInputElement
    return form?.querySelector('button:not([type=button]),input[type=submit]') != null
  }

  /** Returns whether something reads a field's value: a form that can be sent, or a React listener. */
  function isRead(element: HTMLElement): boolean {
    if (hasSubmit(element)) return true
    const [, props] = Object.entries(element).find(([name]) => name.startsWith('__reactProps$')) ?? []
    return ['onChange', 'onInput', 'onBlur'].some((name) => typeof props?.[name] === 'function')
  }

  function effect(): string | null {
    if (!aimed) return null
    if (aimed instanceof HTMLAnchorElement) {
      return effects.find((each) => /^(navigation|a new page|a download|a dialog)/.test(each)) ?? null
    }
    if (effects.length > 0) return effects[0] ?? null
    if (otherFields() !== othersBefore) return 'a value of another field'
    const isField = aimed.matches('input,select,textarea,[contenteditable=true]')
    if (isField && stateText(aimed) !== stateBefore && isRead(aimed)) return 'a value for its form'
    if (isField && (aimed as HTMLInputElement).readOnly && document.activeElement === aimed) return 'focus'
    return null
  }

  async function outcome(bound: number, isLast: boolean): Promise<Outcome> {
    const end = performance.now() + bound
    // Checked after the page has settled, so that a value it reverts doesn't count.
    await settle(0)
    while (!effect() && performance.now() < end) {
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, 100)
      })
    }
    await settle(40)
    const own = effect()
    // A control that acts when it's pressed may be gone when it's released.
    const missed = elsewhere.pointerdown ?? (own ? null : elsewhere.click)
    const result = { effect: own, faults, missed }
    armed = !isLast && result.effect === null
    return result
  }

  function startsAnything(record: MutationRecord): boolean {
    const element = record.target instanceof Element ? record.target : record.target.parentElement
    if (!element || element.closest('head')) return false
    const { attributeName } = record
    const known = ticks.get(record.target) ?? new Map<string | null, number>()
    const before = known.get(attributeName) ?? 0
    if (!armed && record.type !== 'childList') ticks.set(record.target, known.set(attributeName, before + 1))
    if (before >= clockTicks) return false
    if (attributeName !== null)
      return element.getAttribute(attributeName) !== record.oldValue && !touched.test(attributeName)
    // A message that disappears automatically.
    return !element.closest(toaster) || aimedAtToast || record.addedNodes.length > 0
  }

  /** Notes styles that the page loads on demand. */
  function awaitFile(node: Node): void {
    if (!(node instanceof HTMLLinkElement) || !/preload|stylesheet/.test(node.rel)) return
    pending += 1
    const settled = () => {
      pending -= 1
      // The file still has to take effect.
      quietSince = performance.now() + 150
    }
    node.addEventListener('load', settled, { once: true })
    node.addEventListener('error', settled, { once: true })
  }

  // No element shows that a module is loading. A module that has arrived still has to run, and may import the
  // next.
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name: url }) => /\/assets\/[^/]+\.js$/.test(url)))
      quietSince = performance.now() + 150
  }).observe({ type: 'resource' })

  new MutationObserver((records) => {
    lastSurvey = null
    if (document.readyState === 'complete') {
      for (const { addedNodes } of records) for (const node of addedNodes) awaitFile(node)
    }
    const meant = records.filter(startsAnything)
    const [first] = meant
    if (!first) return
    // The first effect counts. Only a link may have a later one.
    const matters = armed && (effects.length === 0 || aimed instanceof HTMLAnchorElement)
    const over = matters ? surface() : null
    const isOver = meant.some(({ target }) => over?.contains(target) || target.contains(over))
    note(over && isOver ? 'a dialog' : `a change of ${first.target.nodeName} ${first.attributeName ?? ''}`)
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeOldValue: true })

  for (const type of ['input', 'change', 'reset', 'toggle', 'load', 'fullscreenchange']) {
    addEventListener(type, () => (lastSurvey = null), { capture: true })
  }
  addEventListener('focusin', ({ target }) => {
    if (target !== aimed && target !== document.body) note('focus elsewhere')
  })
  addEventListener('scroll', () => !isAiming && note('scrolling'), { capture: true })
  for (const type of ['pointerdown', 'click'] as const) {
    addEventListener(
      type,
      ({ target, isTrusted }) => {
        if (!aimed || !armed || !isTrusted || !(target instanceof Element)) return
        const isOwn = pressable(aimed).some((each) => each.contains(target))
        elsewhere[type] = isOwn ? null : described(target)
      },
      { capture: true },
    )
  }
  for (const type of ['play', 'pause', 'seeking', 'volumechange', 'ratechange', 'loadstart']) {
    addEventListener(type, () => note(`media: ${type}`), { capture: true })
  }
  for (const type of [
    'fullscreenchange',
    'enterpictureinpicture',
    'leavepictureinpicture',
    'copy',
    'select',
  ]) {
    addEventListener(type, () => note(type), { capture: true })
  }
  Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async () => note('clipboard'), write: async () => note('clipboard') },
  })
  if (matchMedia('(pointer: coarse)').matches) {
    Object.defineProperty(navigator, 'share', { value: async () => note('sharing'), configurable: true })
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })
  }
  window.print = () => note('printing')

  navigation.addEventListener('navigate', (event) => {
    lastSurvey = null
    const to = new URL(event.destination.url)
    const shown = (url: URL | Location) => {
      const search = new URLSearchParams(url.search)
      return [url.pathname, search.get('tab'), search.get('view')].join(' ')
    }
    const isHere = to.origin === location.origin && shown(to) === shown(location)
    const isDownload = event.downloadRequest !== null
    if (armed && !isDownload) destinations.push(to.href)
    note(isDownload ? 'a download' : `navigation to ${to.href}`)
    const isKept = !armed || (isHere && event.destination.sameDocument)
    if (!isKept && event.cancelable) event.preventDefault()
  })

  /** Answers like a worker in maintenance mode, but the first time like one that asks for the password. */
  function refuse(pathname: string): Response {
    const isGrave = !wasAsked && /^\/api\/(admin|account\/security)\//.test(pathname)
    wasAsked ||= isGrave
    const status = isGrave ? 403 : 503
    const code = isGrave ? 'password_required' : 'unavailable'
    const headers = { 'content-type': 'application/problem+json' }
    return new Response(JSON.stringify({ status, code, detail: 'No changes here.' }), {
      status,
      headers,
    })
  }

  const send = window.fetch
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const isBackground = background.test(pathname)
    if (!isBackground) note(`${request.method} ${pathname}`)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      if (!isBackground) writes.push(`${request.method} ${pathname}`)
      return refuse(pathname)
    }
    pending += 1
    try {
      const response = await send(input, init)
      if (response.status >= 500) faults.push(`GET ${pathname} answered ${response.status}`)
      return response
    } finally {
      pending -= 1
      quietSince = performance.now()
    }
  }

  // Otherwise, earlier input would be restored to a form.
  if (location.protocol !== 'about:') indexedDB.deleteDatabase('uploads')

  window.controls = {
    go,
    arrive,
    look,
    all,
    place,
    aim,
    aimAgain,
    choose,
    outcome,
    note,
    writes,
    destinations,
  }
}
