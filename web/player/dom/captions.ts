import { readPreferences, writePreferences } from './preferences'

export interface CaptionTrack {
  /** BCP 47. */
  language: string
  /** In the language itself. */
  label: string
  /** URL of the WebVTT file. */
  url: string
}

/**
 * The `<track>` elements of a video, added by script: the element may come with the page's HTML and outlive a
 * change of source. A file is fetched when its track is first shown.
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

  /** Replaces the tracks, and shows the language that was last on show. */
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

  /** Shows a language, or none with `null`, and remembers the choice. */
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

  /** Follows the browser's own menus, as in an iPhone's fullscreen, which can change the language too. */
  readonly #follow = (): void => {
    const showing = this.#elements.filter(({ track }) => track.mode === 'showing')
    // If a track is on show while a file loads, Chromium shows the first one as well; no menu ever shows two.
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

  /** Returns the language chosen before, else one of the reader's, else the first. */
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
