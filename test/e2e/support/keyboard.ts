import type { CDPSession } from '@playwright/test'

/**
 * Sends a key as any keyboard does: its own character, at a place that a US keyboard gives its name. As a hand does,
 * it doesn't wait for a busy page between the key's way down and up.
 */
export async function press(keyboard: CDPSession, key: string, code: string, modifiers = 0): Promise<void> {
  const send = (type: 'keyDown' | 'keyUp') =>
    keyboard.send('Input.dispatchKeyEvent', { type, key, code, modifiers })
  await Promise.all([send('keyDown'), send('keyUp')])
}
