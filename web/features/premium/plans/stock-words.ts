import type { PremiumStock } from '#contract/schemas/payments/shop'

const number = new Intl.NumberFormat('en')

/** Words what Premium unlocks: `13 videos, 1 hour 20 minutes`. Never rounds up. */
export function stockInWords({ videos, seconds }: PremiumStock): string {
  return `${counted(videos, 'video')}, ${lengthInWords(seconds)}`
}

function lengthInWords(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const parts = [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(minutes > 0 && hours < 24 ? [counted(minutes, 'minute')] : []),
  ]
  return parts.join(' ')
}

function counted(count: number, unit: string): string {
  return `${number.format(count)} ${unit}${count === 1 ? '' : 's'}`
}
