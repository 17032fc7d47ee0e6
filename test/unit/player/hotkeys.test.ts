import { describe, expect, it } from 'vitest'
import { matchHotkey, type PlaybackCommand } from '#web/player/core/hotkeys'
import type { KeyPress } from '#web/player/core/key-names'
import { capOn, shortcuts } from '#web/player/core/shortcuts'
import type { PlayerController } from '#web/player/dom/player-controller'
import { runCommand } from '#web/player/dom/run-command'

const unmodified = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, repeat: false }

function press(key: string, extra: Partial<KeyPress> = {}): KeyPress {
  return { key, code: '', ...unmodified, getModifierState: () => false, ...extra }
}

describe('matchHotkey', () => {
  it.each([
    [' ', { type: 'toggle-play' }],
    ['k', { type: 'toggle-play' }],
    ['m', { type: 'toggle-mute' }],
    ['M', { type: 'toggle-mute' }],
    ['f', { type: 'toggle-fullscreen' }],
    ['ArrowLeft', { type: 'seek-by', seconds: -5 }],
    ['ArrowRight', { type: 'seek-by', seconds: 5 }],
    ['j', { type: 'seek-by', seconds: -10 }],
    ['l', { type: 'seek-by', seconds: 10 }],
    ['ArrowUp', { type: 'volume-by', delta: 0.05 }],
    ['ArrowDown', { type: 'volume-by', delta: -0.05 }],
    ['0', { type: 'seek-to-fraction', fraction: 0 }],
    ['7', { type: 'seek-to-fraction', fraction: 0.7 }],
    ['Home', { type: 'seek-to-fraction', fraction: 0 }],
    ['End', { type: 'seek-to-fraction', fraction: 1 }],
  ])('knows %j', (key, command) => {
    expect(matchHotkey(press(key))).toEqual(command)
  })

  it.each(['x', 'Enter', 'Escape', 'Tab', 'constructor', '42'])('leaves %s alone', (key) => {
    expect(matchHotkey(press(key))).toBeNull()
  })

  it.each(['ctrlKey', 'altKey', 'metaKey', 'shiftKey'])('leaves M with %s to the browser', (modifier) => {
    expect(matchHotkey(press('m', { [modifier]: true }))).toBeNull()
  })

  it('takes < and > with the Shift that types them', () => {
    expect(matchHotkey(press('<', { shiftKey: true }))).toEqual({ type: 'speed-step', direction: -1 })
    expect(matchHotkey(press('>', { shiftKey: true }))).toEqual({ type: 'speed-step', direction: 1 })
  })

  it('repeats steps of a held key, but no toggles', () => {
    expect(matchHotkey(press('ArrowRight', { repeat: true }))).toEqual({ type: 'seek-by', seconds: 5 })
    for (const key of [' ', 'k', 'm', 'f']) expect(matchHotkey(press(key, { repeat: true }))).toBeNull()
  })
})

describe('matchHotkey on other keyboards', () => {
  it.each([
    ['Russian', 'л', 'KeyK', { type: 'toggle-play' }],
    ['Russian', 'ь', 'KeyM', { type: 'toggle-mute' }],
    ['Russian', 'б', 'Comma', { type: 'step-frame', direction: -1 }],
    ['Greek', 'φ', 'KeyF', { type: 'toggle-fullscreen' }],
    ['Hebrew', 'ץ', 'Period', { type: 'step-frame', direction: 1 }],
    ['Arabic', 'م', 'KeyL', { type: 'seek-by', seconds: 10 }],
    ['Arabic, whose keys may type two characters', 'لا', 'KeyT', { type: 'toggle-theatre' }],
    ['Korean', 'ㅏ', 'KeyK', { type: 'toggle-play' }],
    ['Persian', '۵', 'Digit5', { type: 'seek-to-fraction', fraction: 0.5 }],
    ['AZERTY', '&', 'Digit1', { type: 'seek-to-fraction', fraction: 0.1 }],
    ['AZERTY', 'é', 'Digit2', { type: 'seek-to-fraction', fraction: 0.2 }],
    ['AZERTY', 'm', 'Semicolon', { type: 'toggle-mute' }],
    ['Dvorak', 't', 'KeyK', { type: 'toggle-theatre' }],
    ['any numpad', '7', 'Numpad7', { type: 'seek-to-fraction', fraction: 0.7 }],
    ['a numpad without its lock', 'Home', 'Numpad7', { type: 'seek-to-fraction', fraction: 0 }],
  ])('knows, on %s, %s', (_, key, code, command) => {
    expect(matchHotkey(press(key, { code }))).toEqual(command)
  })

  it.each([
    ['AZERTY', '5', 'Digit5', { type: 'seek-to-fraction', fraction: 0.5 }],
    ['AZERTY', '.', 'Comma', { type: 'step-frame', direction: 1 }],
    ['Russian', ',', 'Slash', { type: 'step-frame', direction: -1 }],
    ['Russian', 'Б', 'Comma', { type: 'speed-step', direction: -1 }],
    ['Arabic', '؟', 'Slash', { type: 'show-shortcuts' }],
  ])('knows, on %s, %s with Shift', (_, key, code, command) => {
    expect(matchHotkey(press(key, { code, shiftKey: true }))).toEqual(command)
  })

  it.each([
    ['a US one, % with Shift', press('%', { code: 'Digit5', shiftKey: true })],
    ['a Russian one, M with Shift', press('Ь', { code: 'KeyM', shiftKey: true })],
    ['a Turkish one, its own letter in the place of a point', press('ç', { code: 'Period' })],
    ['Czech or Canadian, the key of the search', press('/', { code: 'Digit2' })],
    ['Dvorak, another letter in the place of N', press('b', { code: 'KeyN' })],
    ['a numpad without its lock, the key in the middle', press('Clear', { code: 'Numpad5' })],
    [
      'a German one, what AltGr types',
      press('²', { code: 'Digit2', getModifierState: (modifier) => modifier === 'AltGraph' }),
    ],
  ])('leaves alone, on %s', (_, each) => {
    expect(matchHotkey(each)).toBeNull()
  })
})

describe('capOn', () => {
  const russian = new Map([
    ['KeyK', 'л'],
    ['Comma', 'б'],
    ['Slash', '.'],
  ])
  const hebrew = new Map([
    ['KeyK', 'ל'],
    ['Comma', 'ת'],
  ])
  const georgian = new Map([
    ['KeyK', 'კ'],
    ['Comma', 'ბ'],
  ])
  const azerty = new Map([
    ['KeyM', ','],
    ['Digit1', '&'],
  ])

  it.each([
    [russian, 'K', 'Л'],
    [russian, ',', 'Б'],
    [russian, '<', 'Shift+Б'],
    [russian, '?', '?'],
    [russian, 'Space', 'Space'],
    [hebrew, 'K', 'ל'],
    [hebrew, '<', '<'],
    [georgian, 'K', 'კ'],
    [georgian, '<', '<'],
    [azerty, 'M', 'M'],
    [azerty, '0', '0'],
    [new Map<string, string>(), 'K', 'K'],
  ])('names the key of a keyboard (%#)', (layout, cap, written) => {
    expect(capOn(layout, cap)).toBe(written)
  })
})

describe('shortcuts', () => {
  const keys: Record<string, string> = {
    Space: ' ',
    '←': 'ArrowLeft',
    '→': 'ArrowRight',
    '↑': 'ArrowUp',
    '↓': 'ArrowDown',
  }
  const listed = shortcuts.flatMap(({ caps }) => caps).filter((cap) => cap !== '…')

  it.each(listed)('lists %s, which is a shortcut', (cap) => {
    expect(matchHotkey(press(keys[cap] ?? cap))).not.toBeNull()
  })

  it('lists every key that is one', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    const named = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'Enter', 'Tab', 'PageUp']
    const known = [...printable, ...named].filter((key) => matchHotkey(press(key)) && !/^[1-8]$/.test(key))
    const inSheet = new Set(listed.map((cap) => (keys[cap] ?? cap).toLowerCase()))
    expect(new Set(known.map((key) => key.toLowerCase()))).toEqual(inSheet)
  })
})

type Playback = { [Type in PlaybackCommand['type']]: [Extract<PlaybackCommand, { type: Type }>, unknown[]] }

/** Each command, with the call that it becomes. By its type, so that a new one must be added here. */
const playback: Playback = {
  'toggle-play': [{ type: 'toggle-play' }, ['togglePlay']],
  'toggle-mute': [{ type: 'toggle-mute' }, ['toggleMute']],
  'toggle-fullscreen': [{ type: 'toggle-fullscreen' }, ['toggleFullscreen']],
  'toggle-captions': [{ type: 'toggle-captions' }, ['toggleCaptions']],
  'toggle-picture-in-picture': [{ type: 'toggle-picture-in-picture' }, ['togglePictureInPicture']],
  'step-frame': [{ type: 'step-frame', direction: -1 }, ['stepFrame', -1]],
  'seek-by': [{ type: 'seek-by', seconds: 5 }, ['seekBy', 5]],
  'seek-to-fraction': [{ type: 'seek-to-fraction', fraction: 0.5 }, ['seekTo', 30]],
  'volume-by': [{ type: 'volume-by', delta: 0.25 }, ['setVolume', 0.75]],
  'speed-step': [{ type: 'speed-step', direction: 1 }, ['setRate', 1.25]],
}

it.each(Object.values(playback))('runs %j', (command, call) => {
  const calls: unknown[][] = []
  const player = new Proxy({} as PlayerController, {
    get: (_, name) =>
      name === 'getSnapshot'
        ? () => ({ duration: 60, volume: 0.5, rate: 1 })
        : (...given: unknown[]) => void calls.push([name, ...given]),
  })
  runCommand(player, command)
  expect(calls).toEqual([call])
})
