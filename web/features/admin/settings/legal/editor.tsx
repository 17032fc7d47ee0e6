import { Suspense, useState } from 'react'
import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import type { LegalPage } from '#contract/values/site/legal'
import { legalBodyLength, legalPlaceholders, legalTitleLength } from '#contract/values/site/legal-text'
import { ApiError } from '#web/lib/api-error'
import { useForm } from '#web/lib/form/use-form'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field, FieldError } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { PlainProse } from '#web/ui/text/plain-prose.tsx'
import type { usePublishLegal } from '../mutations'

const placeholders = new Intl.ListFormat('en').format(legalPlaceholders.map((name) => `{${name}}`))

const PublishDialog = lazyDialog(() => import('./publish-dialog'), 'PublishDialog')

export interface LegalEditorProps {
  page: LegalPage
  legal: AdminLegal
  publishing: ReturnType<typeof usePublishLegal>
  /** Called right before the text is sent. */
  onPublish: () => void
}

/** Edits the text of a legal page. Publishing creates a new version; the input stays until then. */
export function LegalEditor({ page, legal, publishing, onPublish }: LegalEditorProps) {
  const { mutate, isPending, error } = publishing
  const [confirming, setConfirming] = useState(false)
  const [isPreview, setIsPreview] = useState(false)
  const form = useForm(
    { title: legal.title, body: legal.body },
    ({ title, body }) => ({
      title: title.trim() === '' && 'Enter a title.',
      body: body.trim() === '' && 'Enter a text.',
    }),
    () => setConfirming(true),
  )
  const { title, body } = form.values
  const isChanged = title.trim() !== legal.title || body.trim() !== legal.body.trim()
  // The failure belongs to this text, while the error may belong to an earlier one.
  const isOutdated = form.failure !== null && error instanceof ApiError && error.problem?.code === 'conflict'

  function isNewer(text: { title: string; body: string }): boolean {
    return text.title === legal.newerDefault?.title && text.body === legal.newerDefault.body
  }

  function loadNewer() {
    if (!legal.newerDefault) return
    form.set('title', legal.newerDefault.title)
    form.set('body', legal.newerDefault.body)
  }

  function publish() {
    onPublish()
    mutate(
      { title: title.trim(), body: body.trim(), version: legal.version },
      { onError: (refusal) => form.refuse(refusal), onSettled: () => setConfirming(false) },
    )
  }

  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="grid max-w-3xl gap-5">
      {legal.newerDefault && !isNewer(form.values) ? (
        <Alert tone="warning" title="A newer default text is available">
          The site now comes with a corrected version of this page. It wasn't published, because you have
          edited the page. Loading it replaces the fields below; nothing is published until you choose
          Publish.
          <Button className="mt-2" onClick={loadNewer}>
            Load the new text
          </Button>
        </Alert>
      ) : null}
      <Field label="Title" error={form.errors.title}>
        <Input maxLength={legalTitleLength.max} className="max-w-100" {...form.field('title')} />
      </Field>
      <Field
        label="Text"
        help={`Separate paragraphs with a blank line. Use ## for headings and - for lists. Here and in the title, ${placeholders} are filled in from Settings.`}
        error={form.errors.body}
      >
        <Textarea
          maxLength={legalBodyLength.max}
          className="max-h-[70dvh] min-h-80 overflow-y-auto"
          {...form.field('body')}
        />
      </Field>
      <div role="alert">
        <FieldError id="legal-error">{form.failure ?? undefined}</FieldError>
        {isOutdated ? (
          <p className="mt-1 text-dim text-meta">
            Your text is still here. Compare it with{' '}
            <TextLink to={paths.legal(page)} target="_blank">
              the current page
            </TextLink>
            , keep a copy, then reload to continue.
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" aria-expanded={isPreview} onClick={() => setIsPreview(!isPreview)}>
          {isPreview ? 'Hide the preview' : 'Preview'}
        </Button>
        <Button type="submit" variant="primary" busy={isPending} disabled={!isChanged}>
          Publish…
        </Button>
      </div>
      {isPreview ? (
        <section aria-label="Preview" className="rounded-card border border-line bg-surface-1 p-5">
          <h2 className="mb-4 font-bold text-title">{title}</h2>
          <PlainProse text={body} />
        </section>
      ) : null}
      <Suspense>
        {confirming ? (
          <PublishDialog
            title={title.trim()}
            version={legal.version + 1}
            busy={isPending}
            onConfirm={publish}
            onClose={() => setConfirming(false)}
          />
        ) : null}
      </Suspense>
    </form>
  )
}
