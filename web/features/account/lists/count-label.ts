export function countLabel(count: number): string {
  return count === 1 ? '1 video' : `${count.toLocaleString('en')} videos`
}
