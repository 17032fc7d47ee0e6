import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { captionLanguage } from '#contract/values/videos/media'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { CaptionFileButton } from './caption-file-button'
import { commonLanguages } from './languages'
import { usePutCaptions } from './mutations'
import { PutOutcome } from './put-outcome'

const other = 'other'
const errorId = 'captions-add-error'

/** Asks for the language and file of a new track. `taken` are the languages that the video already has. */
export function AddTrack({ videoId, taken }: { videoId: number; taken: readonly string[] }) {
  const put = usePutCaptions(videoId)
  const { mutate, isPending, reset } = put
  const [choice, setChoice] = useState('')
  const [tag, setTag] = useState('')
  const language = choice === other ? tag.trim() : choice
  const usable = captionLanguage.test(language) && !taken.includes(language)

  function add(file: File) {
    mutate(
      { language, file },
      {
        onSuccess: () => {
          setChoice('')
          setTag('')
        },
      },
    )
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label="Language">
        <Select
          value={choice}
          onChange={({ target }) => {
            reset()
            setChoice(target.value)
          }}
        >
          <option value="">Choose a language</option>
          {commonLanguages
            .filter((each) => !taken.includes(each.tag))
            .map((each) => (
              <option key={each.tag} value={each.tag}>
                {each.name}
              </option>
            ))}
          <option value={other}>Another language</option>
        </Select>
      </Field>
      {choice === other ? (
        <Field
          label="Language tag"
          help="For example en, pt-BR or zh-Hant."
          error={tag === '' || usable ? undefined : wrongTag(language, taken)}
        >
          <Input
            value={tag}
            maxLength={20}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTag(target.value)}
            // Its fields are inside a form that they don't belong to.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Field>
      ) : null}
      <CaptionFileButton
        label="Caption file"
        className="justify-self-start"
        busy={isPending}
        disabled={!usable}
        onChoose={add}
      >
        <FileUp aria-hidden="true" className="size-4" />
        Choose file
      </CaptionFileButton>
      <PutOutcome put={put} errorId={errorId} />
    </div>
  )
}

function wrongTag(language: string, taken: readonly string[]): string {
  return taken.includes(language)
    ? 'There are already captions in this language. Replace them above.'
    : 'Give a language tag such as en or pt-BR.'
}
