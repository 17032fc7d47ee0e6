export interface Answers {
  /**
   * Returns the faults of a page, once its last parts have been hydrated and laid out: controls without a
   * name, controls that nothing would answer, and a page wider than the screen.
   */
  faults: () => Promise<string[]>
}

declare global {
  interface Window {
    answers: Answers
  }
}

/**
 * Runs in the page, before its own scripts and after `watchControls`. Tells from the document alone whether a
 * control would do anything: it is a link, belongs to a form that can be sent, or has a listener.
 */
export function watchAnswers(): void {
  const uses = /^(on)?(click|pointer|mouse|touch|key|focus|blur|input|change|submit)/i
  const heard = new WeakSet<EventTarget>()
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function listen(type, ...rest) {
    if (uses.test(type)) heard.add(this)
    addEventListener.call(this, type, ...rest)
  }

  function isHeard(element: Element | null): boolean {
    if (!element) return false
    const [, props = {}] = Object.entries(element).find(([name]) => name.startsWith('__reactProps$')) ?? []
    const named = [...Object.keys(props).filter((name) => props[name]), ...element.getAttributeNames()]
    return heard.has(element) || named.some((name) => uses.test(name))
  }

  function isAnswered(element: HTMLElement): boolean {
    const { form, type, popoverTargetElement } = element as HTMLButtonElement
    const isSent = type !== 'button' && (isHeard(form) || form?.hasAttribute('action'))
    return element.matches('a,summary') || Boolean(isSent || popoverTargetElement) || isHeard(element)
  }

  /** Milliseconds after which a page with faults won't lose them any more. */
  const patience = 5000

  async function faults(): Promise<string[]> {
    const start = performance.now()
    for (;;) {
      const found = faultsNow()
      if (found.length === 0 || performance.now() - start > patience) return found
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }

  function faultsNow(): string[] {
    const { scrollWidth, clientWidth } = document.documentElement
    const ofControls = window.controls.all().flatMap(([{ role, name, state }, element]) => {
      if (name === '') return [`${role} ${element.outerHTML.slice(0, 80)} has no name`]
      return state === 'ready' && !isAnswered(element) ? [`${role} "${name}" does nothing`] : []
    })
    return [...(scrollWidth > clientWidth ? [`is wider than ${clientWidth} px`] : []), ...ofControls]
  }

  window.answers = { faults }
}
