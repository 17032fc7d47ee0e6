import type { KeyboardLayout } from '../core/shortcuts'

/** A navigator that tells the keyboard's layout: Chromium's, in a document of the first level. */
interface NavigatorWithKeyboard {
  keyboard?: { getLayoutMap?: () => Promise<KeyboardLayout> }
}

/** Returns the keyboard's layout, or an empty one if the browser keeps it to itself. */
export async function readKeyboardLayout(): Promise<KeyboardLayout> {
  const { keyboard } = navigator as NavigatorWithKeyboard
  try {
    return (await keyboard?.getLayoutMap?.()) ?? new Map()
  } catch {
    return new Map()
  }
}
