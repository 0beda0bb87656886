/** What titles and headings say of pages in the place of which another one stands, in the languages of most sites. */

/** Each word stands for a whole title, or a part of one between separators. */
const pattern = (words: string, before = '', after = ''): RegExp =>
  new RegExp(`^${before}(?:${words.trim().replace(/\s*\n\s*/g, '|')})${after}$`, 'iu');

/** That there is no such page, by the name of its status alone; of which pages treat, too. */
export const STATUS = pattern(`
  (?:(?:error|fehler|erreur|errore|erro|http)[ :]*)?404(?: (?:error|fehler|erreur|http))?
  (?:(?:error|fehler|erreur|errore|erro|http)?[ :]*404[ :,.!]*)?not found[.!]*
`);

/** The same in words. */
export const NOT_FOUND = pattern(
  `
  (?:the |this |that )?(?:requested )?(?:page|file|document|url|content|article|post|product|item)(?: you (?:requested|are looking for|were looking for))? (?:(?:(?:was|is|could|can) ?(?:not|n.t)|cannot) (?:be )?(?:found|available)|not found|does(?: not|n.t) exist|(?:is )?unavailable|no longer (?:exists|available))
  (?:sorry[!., ]+)?we (?:could ?n.t|could not|can.t|cannot) find (?:that|this|the) page(?: you(?: were|.re| are) looking for)?
  (?:that|this) page (?:can.t|cannot) be found
  (?:diese |die )?(?:angeforderte |gesuchte )?(?:seite|inhalt|artikel|datei|dokument)(?: wurde| konnte| existiert)?(?: leider)? nicht(?: mehr)? (?:gefunden|gefunden werden|verfügbar|vorhanden)
  (?:la )?page (?:non trouvée|introuvable|inexistante|demandée (?:n.existe pas|est introuvable))
  (?:la |esta )?página (?:no encontrada|no (?:existe|disponible)|não encontrada|não existe|inexistente)
  (?:la )?pagina (?:non trovata|inesistente|niet gevonden|nu a fost găsită)
  (?:strona |strony )?nie (?:została znaleziona|znaleziono(?: strony)?|istnieje)
  (?:sidan|siden|side) (?:(?:kunde |kunne )?(?:inte|ikke) (?:hittas|hittades|fundet|funnet|findes|finnes)|finns inte)
  sivua ei löyt(?:ynyt|ydy)
  stránka (?:nenalezena|nebyla nalezena|nenájdená)
  (?:страница|сторінку|сторінка) не (?:найдена|существует|знайдено|знайдена)
  sayfa bulunamadı
  (?:az )?oldal nem található
  η σελίδα δεν βρέθηκε
  (?:ページ|お探しのページ|指定されたページ)(?:が|は)?(?:見つかりません(?:でした)?|存在しません)。?
  (?:页面|頁面|网页)(?:未找到|不存在|找不到)|找不到(?:頁面|页面|网页)
  페이지를 찾을 수 없습니다
  halaman tidak ditemukan
  không tìm thấy trang
  الصفحة غير موجودة
`,
  String.raw`(?:(?:error |fehler |erreur )?404[\s:,.!–—-]+|oops[!.,… ]+|sorry[!., ]+)*`,
  String.raw`[\s!.…]*(?:\(?404\)?)?`,
);

/** That a name and a password are wanted. */
export const LOG_IN = pattern(`
  (?:please )?(?:log|sign)[ -]?in(?: required)?(?: to .{1,60})?
  log ?on
  (?:member|user|account|customer) (?:log|sign)[ -]?in
  (?:bitte )?(?:anmelden|einloggen)
  anmeldung
  (?:se connecter|connexion|identification|s.identifier)
  (?:iniciar sesión|inicio de sesión|acceder|ingresar|identificarse)
  (?:accedi|accesso)
  (?:entrar|iniciar sessão|fazer login)
  (?:inloggen|aanmelden)
  (?:zaloguj(?: się)?|logowanie)
  (?:logga in|log ind|logg inn|kirjaudu(?: sisään)?)
  (?:přihlášení|prihlásenie|bejelentkezés|autentificare|σύνδεση)
  (?:вход|войти|авторизация|вхід|увійти)
  (?:giriş(?: yap)?|oturum aç)
  (?:ログイン|サインイン|登录|登入|登錄|로그인|masuk|đăng nhập|تسجيل الدخول)
`);

/** That consent is wanted before the page is shown. */
export const CONSENT = pattern(`
  before you continue(?: to .{1,60})?
  (?:your |manage (?:your )?)?(?:cookie|privacy|data) (?:consent|choices|preferences|settings)
  we (?:value|respect|care about) your privacy
  consent(?: required| to cookies)?
  (?:we use|this (?:site|website) uses) cookies
  bevor sie (?:fortfahren|zu .{1,60} weitergehen)
  (?:ihre )?(?:einwilligung|zustimmung)(?: erforderlich)?
  (?:cookie|datenschutz|privatsphäre)-?einstellungen
  wir (?:respektieren|schätzen) ihre privatsphäre
  avant d.accéder à .{1,60}
  (?:nous respectons|le respect de) votre vie privée.*
  antes de (?:ir|continuar) a .{1,60}
  (?:tu|su) privacidad es importante.*
  prima di continuare(?: su .{1,60})?
  voordat je verdergaat naar .{1,60}
`);

/** Words of addresses that want a name and a password. */
export const LOG_IN_PATH =
  /^(?:(?:log|sign)[-_]?(?:in|on)|wp-login|authenticate|sso|anmelden|connexion|inloggen)(?:\.\w{2,5})?$/i;
export const LOG_IN_HOST = /^(?:login|signin|sso|accounts?|auth)\./i;
/** Hosts and folders that providers of consent use. */
export const CONSENT_HOST = /^(?:consent|guce|cookiewall)\./i;
export const CONSENT_PATH = /^(?:consent|cookie-?consent|cookie-?wall|privacy-?gate|zustimmung)$/i;

/** Between the parts of a title. */
export const SEPARATOR = /\s+[-–—|·•»«:/]+\s+|\s*[|»·]\s*/u;
