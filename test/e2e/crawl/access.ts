import type { Control } from './page'

export interface Access {
  /** Returns the obstacles to people on the page as it is shown now. */
  faults: () => string[]
  /** Focuses the controls one after the other, and returns the faults of those that then can't be seen. */
  focusFaults: () => Promise<string[]>
  /** Starts recording where the focus goes. */
  follow: () => void
  /** Returns the controls that the focus left out, and those that it reached only after a later one. */
  unreached: () => string[]
  /** Remembers elements that only their background shows, for `faults` in the system's colours. */
  remember: () => void
}

declare global {
  interface Window {
    access: Access
  }
}

/**
 * Runs in the page, after `watchControls`. Checks what axe can't: axe sees one state of the page at a time.
 */
export function watchAccess(surfaces: string): void {
  type Sides = Pick<DOMRect, 'top' | 'right' | 'bottom' | 'left'>
  const context = 'article,li,tr,[role=row],figure,fieldset,section,form,nav,search,header,footer,[data-item]'
  /** Bars and dots without a border, as seen in the document's colours. */
  let painted: Element[] = []

  function scope(): Element {
    return [...document.querySelectorAll(surfaces)].filter(isShown).at(-1) ?? document.body
  }

  function isShown(element: Element): boolean {
    return !element.closest('[inert],[aria-hidden=true]') && isDrawn(element)
  }

  function isDrawn(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    const style = { visibilityProperty: true, opacityProperty: true }
    return width > 1 && height > 1 && element.checkVisibility(style)
  }

  function described(element: Element): string {
    const text = element.textContent?.trim() || element.getAttribute('aria-label') || element.className
    return `${element.tagName.toLowerCase()} "${String(text).slice(0, 40)}"`
  }

  /**
   * Returns faults of headings and names: more than one main heading, and controls whose names and
   * surroundings are the same.
   */
  function treeFaults(): string[] {
    const within = scope()
    const headings = [...within.querySelectorAll('h1')].filter(isShown)
    const found = headings.length > 1 ? [`has ${headings.length} main headings`] : []
    const known = new Map<string, [Control, HTMLElement]>()
    for (const [control, element] of window.controls.all()) {
      if (control.how !== 'press' || control.role === 'option') continue
      const place = element.parentElement?.closest(context)
      const places = [...document.querySelectorAll(context)]
      const key = `${control.role} "${control.name}" ${place ? places.indexOf(place) : ''}`
      const twin = known.get(key)
      known.set(key, [control, element])
      // A toast's button is listed on its own and with the page's.
      if (!twin || twin[1] === element || hrefOf(twin[1]) === hrefOf(element)) continue
      found.push(`${control.role} "${control.name}" has the name of another beside it`)
    }
    return found
  }

  /** Returns a link's URL; for a button, a value that equals no other. */
  function hrefOf(element: HTMLElement): string | symbol {
    return element instanceof HTMLAnchorElement ? element.href : Symbol()
  }

  /** Any longer animation, in milliseconds, is motion. */
  const blink = 100

  /**
   * Returns motion that no one has started. Everyone in these tests wants less motion: nothing should move,
   * play or scroll smoothly.
   */
  function motionFaults(): string[] {
    const moving = document.getAnimations().flatMap(({ effect, timeline }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      // An animation that follows scrolling is moved by a person's hand.
      const isOfClock = timeline instanceof DocumentTimeline
      const lasts = Number(effect?.getComputedTiming().activeDuration) > blink
      return target && isOfClock && lasts && isShown(target) ? [`${described(target)} moves`] : []
    })
    const playing = [
      ...[...document.querySelectorAll('video')].filter(({ paused }) => !paused),
      ...document.querySelectorAll('[aria-roledescription=carousel]:has(button[aria-label^=Pause])'),
    ].filter(isShown)
    const gliding = [...document.querySelectorAll('html, body, body *')].filter(
      (element) => getComputedStyle(element).scrollBehavior === 'smooth',
    )
    return [
      ...moving,
      ...playing.map((element) => `${described(element)} plays`),
      ...gliding.map((element) => `${described(element)} scrolls smoothly`),
    ]
  }

  interface Line {
    node: Text
    element: Element
    rect: DOMRect
    /** The element that cuts it off, unless that scrolls or ends the text in dots. */
    cutBy: Element | null
  }

  /** Returns the lines of text that people see. */
  function lines(): Line[] {
    const walker = document.createTreeWalker(scope(), NodeFilter.SHOW_TEXT)
    const found: Line[] = []
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const element = node.parentElement
      if (
        !node.data.trim() ||
        !element ||
        element.closest('svg,option,noscript,.sr-only') ||
        !isShown(element)
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) {
        if (rect.width <= 1 || rect.height <= 1) continue
        const box = boxThatEnds(element, rect)
        const isMeant = box !== null && endsOnPurpose(box)
        if (!isMeant) found.push({ node, element, rect, cutBy: box })
      }
    }
    return found
  }

  /** Returns the innermost box that hides a part of the text. */
  function boxThatEnds(element: Element, rect: Sides): Element | null {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const { top, right, bottom, left } = box.getBoundingClientRect()
        const isCut = rect.right > right + 3 || rect.left < left - 3 || rect.top < top - 3
        if (isCut || rect.bottom > bottom + 3) return box
      }
      if (position === 'fixed') return null
    }
    return null
  }

  function endsOnPurpose(box: Element): boolean {
    const { overflowX, overflowY, webkitLineClamp, textOverflow } = getComputedStyle(box)
    const scrolls = [overflowX, overflowY].some((flow) => flow === 'auto' || flow === 'scroll')
    const { width, height } = box.getBoundingClientRect()
    // It is for screen readers alone, such as the head of a table that is shown as cards.
    if (width <= 1 && height <= 1) return true
    return scrolls || webkitLineClamp !== 'none' || textOverflow === 'ellipsis'
  }

  function textFaults(): string[] {
    const top = scope()
    // Content behind a dialog may be as wide as it likes.
    const { scrollWidth, clientWidth } = top === document.body ? document.documentElement : top
    const found = scrollWidth > clientWidth ? [`is wider than the screen: ${scrollWidth} px`] : []
    const all: Line[] = []
    for (const line of lines()) {
      if (line.cutBy) found.push(`text "${line.node.data.trim()}" is cut off by ${described(line.cutBy)}`)
      else all.push(line)
    }
    all.sort((one, other) => one.rect.top - other.rect.top)
    for (const [index, one] of all.entries()) {
      for (let next = index + 1; next < all.length; next += 1) {
        const other = all[next]
        if (!other || other.rect.top >= one.rect.bottom - 2) break
        if (one.node !== other.node && overlap(one.rect, other.rect) && areBothSeen(one, other))
          found.push(`texts "${one.node.data.trim()}" and "${other.node.data.trim()}" lie on each other`)
      }
    }
    return found
  }

  function overlap(one: DOMRect, other: DOMRect): boolean {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left)
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    // Line boxes are higher than letters.
    return width > 3 && height > Math.min(one.height, other.height) * 0.4
  }

  /**
   * Tells whether both texts can be seen. Texts under a fixed element, such as the page's header, can be
   * scrolled out from under it.
   */
  function areBothSeen(one: Line, other: Line): boolean {
    return !isOver(one.element) && !isOver(other.element)
  }

  function isOver(element: Element): boolean {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return true
    return false
  }

  /** Returns whether a colour is (almost) opaque. */
  function isOpaque(color: string): boolean {
    const [, alpha = '1'] = /[,/] ?([\d.]+)\)$/.exec(/^rgba|\//.test(color) ? color : '') ?? []
    return Number(alpha) > 0.7 && color !== 'transparent'
  }

  function backdropOf(element: Element): string {
    for (let box = element.parentElement; box; box = box.parentElement) {
      const { backgroundColor } = getComputedStyle(box)
      if (isOpaque(backgroundColor)) return backgroundColor
    }
    return ''
  }

  function remember(): void {
    painted = [...scope().querySelectorAll('div:empty,span:empty')].filter((element) => {
      // Placeholders are for content that isn't there yet.
      const isPlaceholder = element.closest('[aria-busy=true]') || element.matches('.animate-pulse')
      // A switch's thumb lies on its input.
      if (element.matches('input + span')) return false
      return isDrawn(element) && !isPlaceholder && hasEdge(element)
    })
  }

  /** Returns whether an element stands out from its background. */
  function hasEdge(element: Element): boolean {
    const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(element)
    const backdrop = backdropOf(element)
    const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0
    return (
      (hasBorder && borderTopColor !== backdrop) ||
      (isOpaque(backgroundColor) && backgroundColor !== backdrop)
    )
  }

  const states = {
    'aria-current': ['aria-current'],
    'aria-pressed': ['aria-pressed'],
    'aria-selected': ['aria-selected', 'data-selected'],
    'data-highlighted': ['data-highlighted'],
  }

  /**
   * Returns faults in the system's colours, where the chosen item must show, and buttons and bars must have
   * an edge.
   */
  function colourFaults(): string[] {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
    const within = scope()
    const found: string[] = []
    for (const button of within.querySelectorAll('button:not([role])'))
      if (isShown(button) && !hasEdge(button)) found.push(`${described(button)} has no edge`)
    for (const bar of painted) if (isDrawn(bar) && !hasEdge(bar)) found.push(`${described(bar)} isn't drawn`)
    for (const [state, attributes] of Object.entries(states)) {
      for (const element of within.querySelectorAll<HTMLElement>(`[${state}]`)) {
        const value = element.getAttribute(state)
        if (value === 'false' || !isShown(element)) continue
        const before = lookOf(element)
        const kept = attributes.map((name) => [name, element.getAttribute(name)] as const)
        for (const name of attributes) element.removeAttribute(name)
        const after = lookOf(element)
        for (const [name, text] of kept) if (text !== null) element.setAttribute(name, text)
        if (before === after) found.push(`${described(element)} doesn't show that it is ${state.slice(5)}`)
      }
    }
    for (const input of within.querySelectorAll<HTMLInputElement>('[type=checkbox],[type=radio]:checked')) {
      const box = input.closest('label') ?? input.parentElement
      if (
        !box ||
        !isShown(box) ||
        (getComputedStyle(input).appearance === 'auto' && !input.matches('.sr-only'))
      )
        continue
      const before = lookOf(box)
      const { checked } = input
      input.checked = !checked
      const after = lookOf(box)
      input.checked = checked
      if (before === after) found.push(`${described(box)} doesn't show that it is checked`)
    }
    document.adoptedStyleSheets.pop()
    return found
  }

  function lookOf(element: Element): string {
    const parts = [element, ...element.querySelectorAll('*')].slice(0, 30)
    const looks = parts.flatMap((part) =>
      [null, '::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo)),
    )
    return JSON.stringify(
      looks.map((style) => [
        style.backgroundColor,
        style.borderColor,
        style.borderWidth,
        style.color,
        style.opacity,
        style.translate,
        style.transform,
        style.content,
        style.textDecoration,
        style.display,
      ]),
    )
  }

  function faults(): string[] {
    const isForced = matchMedia('(forced-colors: active)').matches
    const found = [...treeFaults(), ...motionFaults(), ...textFaults(), ...(isForced ? colourFaults() : [])]
    return [...new Set(found)]
  }

  async function focusFaults(): Promise<string[]> {
    const before = document.activeElement
    const found: string[] = []
    for (const [{ role, name, state }, element] of window.controls.all()) {
      if (element.matches(':disabled,[tabindex="-1"]') || state === 'disabled' || !element.isConnected)
        continue
      // A handle has its ring where no script can look, and lets the pointer through next to it.
      if (element.matches('.trim-handle')) continue
      // An element that already has the focus wouldn't show it as after a key press.
      element.blur()
      element.focus({ focusVisible: true } as FocusOptions)
      // Menus and tabs move the focus among themselves.
      if (document.activeElement !== element) continue
      if (!hasRing(element)) found.push(`${role} "${name}" doesn't show its focus`)
      let cover = coverOf(element)
      if (cover) {
        // Content that appeared above it has moved it meanwhile.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
        cover = coverOf(element)
      }
      if (cover) found.push(`${role} "${name}" is hidden behind ${described(cover)} when it has the focus`)
    }
    if (before instanceof HTMLElement) before.focus()
    return [...new Set(found)]
  }

  function hasRing(element: HTMLElement): boolean {
    const around = [element.closest('label'), element.parentElement, element.parentElement?.parentElement]
    const beside = [...(element.parentElement?.children ?? [])]
    const parts = [element, ...around, ...beside].filter((part) => part != null)
    return parts.some((part) =>
      [null, '::before', '::after'].some((pseudo) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part, pseudo)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      }),
    )
  }

  /** Returns the element that hides it entirely; null if a part of it is visible. */
  function coverOf(element: HTMLElement): Element | null {
    const own = element.closest('label') ?? element
    const { left, top, width, height } = own.getBoundingClientRect()
    let cover: Element | null = null
    for (const across of [0.05, 0.5, 0.95]) {
      for (const down of [0.1, 0.5, 0.9]) {
        const hit = document.elementFromPoint(left + width * across, top + height * down)
        if (!hit) continue
        const isOwn = own.contains(hit) || hit.contains(own)
        if (isOwn || !isOver(hit)) return null
        cover = hit
      }
    }
    return cover
  }

  const visited: Element[] = []

  function follow(): void {
    visited.length = 0
    addEventListener('focusin', note)
  }

  function note({ target }: FocusEvent): void {
    if (target instanceof Element) visited.push(target)
  }

  function unreached(): string[] {
    const found: string[] = []
    for (const [{ role, name, state }, element] of window.controls.all()) {
      // Of radio buttons with one name, Tab reaches only one.
      const isOne = element.matches('[type=radio]') && visited.some((other) => areOfOneGroup(other, element))
      if (element.tabIndex < 0 || element.matches(':disabled') || state === 'disabled' || isOne) continue
      if (!visited.includes(element)) found.push(`${role} "${name}" isn't reached with Tab`)
    }
    for (const row of document.querySelectorAll('[data-roving-row]')) {
      const items = [...row.querySelectorAll<HTMLElement>('[data-roving]')]
      const stops = items.filter(({ tabIndex }) => tabIndex >= 0)
      if (items.length > 0 && stops.length !== 1)
        found.push(`${described(row)} has ${stops.length} tab stops`)
    }
    for (const [index, element] of visited.entries()) {
      const previous = visited[index - 1]
      const isNew = visited.indexOf(element) === index
      if (!previous || !isNew || !isBefore(element, previous)) continue
      // From the last control the focus returns to the first. It may have begun at the last, as in a
      // provider's frame.
      const isRound = visited.every((other) => !isBefore(other, element) && !isBefore(previous, other))
      if (!isRound) found.push(`Tab leads back to ${described(element)}`)
    }
    return found
  }

  function isBefore(one: Element, other: Element): boolean {
    return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  }

  function areOfOneGroup(one: Element, other: Element): boolean {
    return one.matches('[type=radio]') && one.getAttribute('name') === other.getAttribute('name')
  }

  window.access = { faults, focusFaults, follow, unreached, remember }
}
