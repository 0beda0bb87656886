// Written by scripts/generate-vocabulary.ts from scripts/vocabulary.txt; change the rows there.

/** A title that says that there is no such page. */
export const NOT_FOUND_TITLE =
  '(?:(?:the |this |that )?(?:requested )?(?:page|file|document|url|content|article|post|product|' +
  'item)(?: you (?:requested|are looking for|were looking for))? (?:(?:(?:was|is|could|can) ?(?:not|n\\Wt)|' +
  'cannot) (?:be )?(?:found|available)|not found|does(?: not|n\\Wt) exist|(?:is )?unavailable|no longer (?:exists|' +
  'available))|(?:sorry[!, ]+)?we (?:could ?n\\Wt|could not|can\\Wt|cannot) find (?:that|this|' +
  'the) page(?: you(?: were|\\Wre| are) looking for)?|(?:that|this) page (?:can\\Wt|cannot) be found|(?:diese |' +
  'die )?(?:angeforderte |gesuchte )?(?:seite|inhalt|artikel|datei|dokument)(?: wurde| konnte|' +
  ' existiert)?(?: leider)? nicht(?: mehr)? (?:gefunden|gefunden werden|verfügbar|vorhanden)|' +
  '(?:la )?page (?:non trouvée|introuvable|inexistante|demandée (?:n\\Wexiste pas|est introuvable))|(?:la |' +
  'esta )?página (?:no encontrada|no (?:existe|disponible)|não encontrada|não existe|inexistente)|' +
  '(?:la )?pagina (?:non trovata|inesistente|niet gevonden|nu a fost găsită)|(?:strona |' +
  'strony )?nie (?:została znaleziona|znaleziono(?: strony)?|istnieje)|(?:sidan|siden|side) (?:(?:kunde |' +
  'kunne )?(?:inte|ikke) (?:hittas|hittades|fundet|funnet|findes|finnes)|finns inte)|sivua ei löyt(?:ynyt|ydy)|' +
  'stránka (?:nenalezena|nebyla nalezena|nenájdená)|(?:страница|сторінку|сторінка) не (?:найдена|существует|' +
  'знайдено|знайдена)|sayfa bulunamadı|(?:az )?oldal nem található|η σελίδα δεν βρέθηκε|(?:ページ|お探しのページ|' +
  '指定されたページ)(?:が|は)?(?:見つかりません(?:でした)?|存在しません)。?|(?:页面|頁面|网页)(?:未找到|不存在|找不到)|找不到(?:頁面|页面|网页)|페이지를 찾을 수 없습니다|' +
  'halaman tidak ditemukan|không tìm thấy trang|الصفحة غير موجودة)';

/** A title of a page that requires a log-in. */
export const LOG_IN_TITLE =
  '(?:(?:please )?(?:log|sign)(?: |-?)in(?: required)?(?: to [^|]{1,60})?|log ?on|(?:member|user|account|' +
  'customer) (?:log|sign)(?: |-?)in|(?:bitte )?(?:anmelden|einloggen)|anmeldung|(?:se connecter|connexion|' +
  'identification|s\\Widentifier)|(?:iniciar sesión|inicio de sesión|acceder|ingresar|identificarse)|(?:accedi|' +
  'accesso)|(?:entrar|iniciar sessão|fazer login)|(?:inloggen|aanmelden)|(?:zaloguj(?: się)?|logowanie)|(?:logga in|' +
  'log ind|logg inn|kirjaudu(?: sisään)?)|(?:přihlášení|prihlásenie|bejelentkezés|autentificare|σύνδεση)|(?:вход|' +
  'войти|авторизация|вхід|увійти)|(?:giriş(?: yap)?|oturum aç)|(?:ログイン|サインイン|登录|登入|登錄|로그인|masuk|đăng nhập|' +
  'تسجيل الدخول))';

/** A title of a page that requires consent. */
export const CONSENT_TITLE =
  '(?:before you continue(?: to [^|]{1,60})?|(?:your |manage (?:your )?)?(?:cookie|privacy|data) (?:consent|choices|' +
  'preferences|settings)|we (?:value|respect|care about) your privacy|consent(?: required| to cookies)?|(?:we use|' +
  'this (?:site|website) uses) cookies|bevor sie (?:fortfahren|zu [^|]{1,60} weitergehen)|(?:ihre )?(?:einwilligung|' +
  'zustimmung)(?: erforderlich)?|(?:cookie|datenschutz|privatsphäre)-?einstellungen|wir (?:respektieren|' +
  'schätzen) ihre privatsphäre|avant d\\Waccéder à [^|]{1,60}|(?:nous respectons|le respect de) votre vie privée[^|' +
  ']*|antes de (?:ir|continuar) a [^|]{1,60}|(?:tu|su) privacidad es importante[^|]*|prima di continuare(?: su [^|' +
  ']{1,60})?|voordat je verdergaat naar [^|]{1,60})';
