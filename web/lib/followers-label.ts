import { formatViews } from './format'

export function followersLabel(count: number): string {
  return `${formatViews(count)} ${count === 1 ? 'follower' : 'followers'}`
}
