filedesc://crawl.arc 192.0.2.1 20080421120000 text/plain 68
1 0 refrain
URL IP-address Archive-date Content-type Archive-length

http://a.example/1 192.0.2.1 20080421120000 text/html 81
HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 17

<p>The first page
http://a.example/x.png 192.0.2.1 20080421120000 image/png 49
HTTP/1.1 200 OK
Content-Type: image/png

PNG
http://b.example/ 192.0.2.1 20080421120000 text/html 79
HTTP/1.1 200 OK
Content-Type: text/html
Content-Length: 15

<p>Another site
