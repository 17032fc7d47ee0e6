import { keepChoice, readChoice } from '#web/lib/browser-choice'

const name = 'mini-player'

/** Returns whether this browser plays on while one browses; it does until someone turns it off. */
export function playsOnWhileBrowsing(): boolean {
  return readChoice(name) !== 'off'
}

export function setPlaysOnWhileBrowsing(on: boolean): void {
  keepChoice(name, on ? 'on' : 'off')
}
