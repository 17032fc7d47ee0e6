import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { legalPages, mailPages } from '../../contract/values/legal'
import { paths } from '../lib/paths'
import { SiteLayout } from './layouts/site-layout'

const HomePage = lazy(async () => ({ default: (await import('./pages/home')).HomePage }))
const CategoryPage = lazy(async () => ({ default: (await import('./pages/category')).CategoryPage }))
const PremiumPage = lazy(async () => ({ default: (await import('./pages/premium')).PremiumPage }))
const VideoPage = lazy(async () => ({ default: (await import('./pages/video')).VideoPage }))
const SearchPage = lazy(async () => ({ default: (await import('./pages/search')).SearchPage }))
const SignInPage = lazy(async () => ({ default: (await import('./pages/sign-in')).SignInPage }))
const SignUpPage = lazy(async () => ({ default: (await import('./pages/sign-up')).SignUpPage }))
const AccountPage = lazy(async () => ({ default: (await import('./pages/account')).AccountPage }))
const ReceiptPage = lazy(async () => ({ default: (await import('./pages/receipt')).ReceiptPage }))
const UploadVideoPage = lazy(async () => ({
  default: (await import('./pages/upload-video')).UploadVideoPage,
}))
const MyVideosPage = lazy(async () => ({ default: (await import('./pages/my-videos')).MyVideosPage }))
const EditVideoPage = lazy(async () => ({ default: (await import('./pages/edit-video')).EditVideoPage }))
const AdminPage = lazy(async () => ({ default: (await import('./pages/admin')).AdminPage }))
const LegalPage = lazy(async () => ({ default: (await import('./pages/legal')).LegalPage }))
const MailPage = lazy(async () => ({ default: (await import('./pages/mail')).MailPage }))
const RemovalReceiptPage = lazy(async () => ({
  default: (await import('./pages/removal-receipt')).RemovalReceiptPage,
}))
const ReportReceiptPage = lazy(async () => ({
  default: (await import('./pages/report-receipt')).ReportReceiptPage,
}))
const OwnRemovalPage = lazy(async () => ({ default: (await import('./pages/own-removal')).OwnRemovalPage }))
const NotFoundPage = lazy(async () => ({ default: (await import('./pages/not-found')).NotFoundPage }))

/** Each page is a file of its own, loaded when it is first visited. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.categories} element={<CategoryPage />} />
        <Route path={paths.category(':slug')} element={<CategoryPage />} />
        <Route path={paths.premium} element={<PremiumPage />} />
        <Route path="/search" element={<SearchPage />} />
        <Route path="/video/:id" element={<VideoPage />} />
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path={paths.signUp} element={<SignUpPage />} />
        <Route path={paths.account} element={<AccountPage />} />
        <Route path={paths.receipt(':id')} element={<ReceiptPage />} />
        <Route path={paths.uploadVideo} element={<UploadVideoPage />} />
        <Route path={paths.myVideos} element={<MyVideosPage />} />
        <Route path="/edit-video/:id" element={<EditVideoPage />} />
        <Route path={paths.admin} element={<AdminPage />} />
        {legalPages.map((page) => (
          <Route key={page} path={paths.legal(page)} element={<LegalPage page={page} />} />
        ))}
        {mailPages.map((page) => (
          <Route key={page} path={paths.mail(page)} element={<MailPage page={page} />} />
        ))}
        <Route path={paths.removalReceipt(':token')} element={<RemovalReceiptPage />} />
        <Route path={paths.reportReceipt(':code')} element={<ReportReceiptPage />} />
        <Route path={paths.ownRemoval(':id')} element={<OwnRemovalPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
