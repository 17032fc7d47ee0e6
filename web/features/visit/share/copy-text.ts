import { toast } from '#web/ui/feedback/toast'

/** Copies the field's text to the clipboard. Where that is forbidden, selects it to be copied by hand. */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement | null, done: string) {
  if (!field) return
  try {
    await navigator.clipboard.writeText(field.value)
    toast({ title: done })
  } catch {
    field.select()
    field.focus()
    toast({
      title: "Couldn't copy",
      description: 'Your browser blocked it. The text is selected: copy it manually.',
    })
  }
}
