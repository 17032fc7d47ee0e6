import { readPreferences, writePreferences } from './preferences'

export interface CaptionTrack {
  /** BCP 47. */
  language: string
  /** As its speakers write it. */
  label: string
  /** Address of the WebVTT file. */
  url: string
}

/**
 * The `<track>` elements of a video. They are put there by hand, since the element may come with the page's HTML, and
 * stay when its source changes. A file is fetched when its track is first shown.
 */
export class Captions {
  readonly #video: HTMLVideoElement
  readonly #onChange: (language: string | null) => void
  #elements: HTMLTrackElement[] = []
  #chosen: string | null = null
  #listening = new AbortController()

  constructor(video: HTMLVideoElement, onChange: (language: string | null) => void) {
    this.#video = video
    this.#onChange = onChange
  }

  /** The language on show. */
  get shown(): string | null {
    return this.#elements.find((element) => element.track.mode === 'showing')?.srclang ?? null
  }

  /** What was on show last time is shown again. */
  setTracks(tracks: readonly CaptionTrack[]): void {
    this.clear()
    this.#elements = tracks.map(({ language: srclang, label, url }) =>
      Object.assign(document.createElement('track'), { kind: 'captions', srclang, label, src: url }),
    )
    this.#video.append(...this.#elements)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    if (tracks.length > 0) {
      this.#video.textTracks.addEventListener('change', this.#follow, { signal })
    }
    const { caption, captionsOn } = readPreferences()
    this.#show(captionsOn && caption && this.#languages.includes(caption) ? caption : null)
  }

  /** Shows a language, or with `null` none, and remembers that. */
  choose(language: string | null): void {
    this.#show(language)
    writePreferences({ captionsOn: language !== null, ...(language !== null && { caption: language }) })
  }

  toggle(): void {
    if (this.#elements.length > 0) this.choose(this.shown === null ? this.#best() : null)
  }

  clear(): void {
    this.#listening.abort()
    for (const element of this.#elements) element.remove()
    this.#elements = []
  }

  get #languages(): string[] {
    return this.#elements.map((element) => element.srclang)
  }

  /** The browser's own menus, as in an iPhone's fullscreen, can change it too. */
  readonly #follow = (): void => {
    const showing = this.#elements.filter(({ track }) => track.mode === 'showing')
    // With one on show when a file is loaded, Chromium shows the first one as well; no menu ever shows two.
    if (showing.length > 1) this.#show(this.#chosen)
    else this.#show(this.shown)
  }

  #show(language: string | null): void {
    this.#chosen = language
    for (const { track, srclang } of this.#elements) {
      track.mode = srclang === language ? 'showing' : 'disabled'
    }
    this.#onChange(this.shown)
  }

  /** What was chosen before, else a language of the reader's, else the first. */
  #best(): string | null {
    const { caption } = readPreferences()
    for (const wish of caption ? [caption, ...navigator.languages] : navigator.languages) {
      const found =
        this.#languages.find((each) => each === wish) ??
        this.#languages.find((each) => each.split('-')[0] === wish.split('-')[0])
      if (found) return found
    }
    return this.#languages[0] ?? null
  }
}
