import { describe, expect, it } from 'vitest'
import { type KeyPress, matchHotkey } from '#web/player/core/hotkeys'
import { shortcuts } from '#web/player/core/shortcuts'

function press(key: string, extra: Partial<KeyPress> = {}): KeyPress {
  return { key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false, repeat: false, ...extra }
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
