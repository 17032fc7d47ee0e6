import { languageName } from '#contract/values/videos/languages'
import type { Sounds } from '#web/studio/studio'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { usePurposeWords } from './purpose'

export interface SoundChoiceProps {
  sounds: Sounds
  /** Absent where the chosen file isn't here any more. */
  onChoose?: ((place: number) => void) | undefined
}

/** Says which of a file's sounds is taken, and offers the others that this browser can read. */
export function SoundChoice({ sounds: { found, taken }, onChoose }: SoundChoiceProps) {
  const { willBeSilent, willBeTaken } = usePurposeWords()
  if (found.length === 0 || (found.length === 1 && taken !== null)) return null
  const places = found.map((_, place) => place)
  const readable = places.filter((place) => found[place]?.canRead)
  const unread = places.filter((place) => !found[place]?.canRead)
  const note =
    unread.length > 0
      ? `This browser can't read ${list.format(unread.map((place) => `track ${place + 1} (${labelOf(found[place])})`))}.`
      : undefined
  if (onChoose && taken !== null && readable.length > 1) {
    return (
      <Field label="Audio track" help={note}>
        <Select value={taken} onChange={({ target }) => onChoose(Number(target.value))}>
          {readable.map((place) => (
            <option key={place} value={place}>
              {place + 1}: {labelOf(found[place])}
            </option>
          ))}
        </Select>
      </Field>
    )
  }
  const said =
    taken === null
      ? willBeSilent
      : willBeTaken(`Audio track ${taken + 1} of ${found.length} (${labelOf(found[taken])})`)
  return (
    <p className="text-dim text-meta">
      {said} {note}
    </p>
  )
}

const list = new Intl.ListFormat('en')

function labelOf(sound: Sounds['found'][number] | undefined): string {
  if (!sound) return ''
  return sound.language ? `${sound.format}, ${languageName(sound.language)}` : sound.format
}
